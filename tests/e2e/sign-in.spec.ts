import { AppsPage } from './pages/apps-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { expect, test } from './stack.ts'

test('a wrong password shows its message, and the form stays', async ({ page, stack }) => {
  const login = new LoginPage(page)
  await page.goto(stack.url)
  await login.signIn(stack.admin.email, 'not the password')
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password')
  await expect(page).toHaveURL(`${stack.url}/login`)
  await expect(page.getByLabel('E-mail')).toHaveValue(stack.admin.email)
})

test('sign-in leads to the requested page, and after signing out nothing is shown', async ({
  page,
  stack,
}) => {
  const login = new LoginPage(page)
  const apps = new AppsPage(page)
  // A user with a link to a page of the console.
  await page.goto(`${stack.url}/apps?from=mail#top`)
  await expect(page).toHaveURL(`${stack.url}/login?redirectTo=${encodeURIComponent('/apps?from=mail#top')}`)
  await login.signIn(stack.admin.email, stack.admin.password)
  await expect(page).toHaveURL(`${stack.url}/apps?from=mail#top`)
  await apps.expectShown()

  await page.goto(`${stack.url}/no/such/page`)
  await expect(page).toHaveURL(`${stack.url}/apps`)
  await expect(page.getByText('There is no page /no/such/page')).toBeVisible()
  await apps.expectShown()
  await page.goto(`${stack.url}/login`)
  await expect(page).toHaveURL(`${stack.url}/apps`)
  const name = `Kept ${Date.now()}`
  await apps.create(name, 'Must not be seen by the next person')
  await page.goto(`${stack.url}/apps`)
  await expect(page.getByText(name)).toBeVisible()

  await page.getByRole('button', { name: /^User:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await login.expectShown()
  // The next user begins with the first page.
  await expect(page).toHaveURL(`${stack.url}/login`)
  await page.goBack()
  await login.expectShown()
  await expect(page.getByText(name)).toHaveCount(0)
  await page.goto(`${stack.url}/apps`)
  await login.expectShown()
})

// One sign-in for all: the redirect is the same for a signed-in user who opens the login page.
test('redirectTo never leaves the console', async ({ page, stack }) => {
  await page.goto(`${stack.url}/login?redirectTo=${encodeURIComponent('https://evil.test/apps')}`)
  await new LoginPage(page).signIn(stack.admin.email, stack.admin.password)
  await expect(page).toHaveURL(`${stack.url}/apps`)
  for (const trick of [
    '//evil.test',
    '/\\evil.test',
    '/%2Fevil.test',
    '/%255Cevil.test',
    '/\tx/../..//evil.test',
    '/.//evil.test',
    'javascript:alert(1)',
    '/login?redirectTo=//evil.test',
  ]) {
    await page.goto(`${stack.url}/login?redirectTo=${encodeURIComponent(trick)}`)
    await expect(page, trick).toHaveURL(`${stack.url}/apps`)
  }
})
