import type { Page, Request } from 'playwright/test'
import { evidence } from '../support/evidence.ts'
import { LoginPage } from './pages/login-page.ts'
import { expect, test } from './stack.ts'

/** Check 95: the whole story in a browser, with the sessions of the built product. */

const nameOf = (page: Page) => page.getByRole('dialog', { name: 'New App' }).getByLabel('Name')

async function typeNewApp(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New App' }).click()
  await nameOf(page).fill(name)
  await page.waitForFunction(
    (text) => Object.values(sessionStorage).some((value) => String(value).includes(text)),
    name,
  )
}

/** Makes the change that contains a text the next call of the page: what it reads by itself waits for that call's answer. */
async function refused(page: Page, change: string, make: () => Promise<void>): Promise<void> {
  const isChange = (request: Request) => request.postData()?.includes(change) === true
  const answered = page.waitForResponse((response) => isChange(response.request()))
  await page.route('**', async (route) => {
    const request = route.request()
    if (request.resourceType() === 'fetch' && !isChange(request)) await answered
    await route.continue()
  })
  await make()
  await answered
}

test('what was typed survives the end of the session, for its user only', async ({
  page,
  stack,
  context,
}) => {
  const login = new LoginPage(page)
  const signIn = () => login.signIn(stack.admin.email, stack.admin.password)
  const restore = page.getByRole('button', { name: 'Restore draft' })
  await page.goto(`${stack.url}/apps`)
  await signIn()
  await typeNewApp(page, 'Typed for an hour')

  // The cookie is gone: the page stays, and the change that was refused is made after the sign-in over it.
  await refused(page, 'Typed for an hour', async () => {
    await context.clearCookies()
    await page.getByLabel('Description').fill('Weighs parcels')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
  })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('E-mail')).toHaveValue(stack.admin.email)
  await dialog.getByLabel('Password').fill(stack.admin.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Created App: Typed for an hour')).toBeVisible()
  await expect(page).toHaveURL(/\/apps\/\w+\/workqueues$/)

  // Another place ends the session: the page notices, the sign-in page says so, and the form offers its text.
  await page.goto(`${stack.url}/apps`)
  await typeNewApp(page, 'Typed again')
  await page.getByLabel('Description').fill('Weighs parcels')
  await context.request.post(`${stack.url}/api/users/logout`, {
    headers: { 'x-csrf': '1', origin: stack.url },
  })
  await expect(page.getByText(/^Your session was ended elsewhere/)).toBeVisible()
  await expect(page).toHaveURL(`${stack.url}/login?redirectTo=%2Fapps`)
  await signIn()
  await page.getByRole('button', { name: 'New App' }).click()
  await restore.click()
  await expect(nameOf(page)).toHaveValue('Typed again')
  await expect(page.getByLabel('Description')).toHaveValue('Weighs parcels')

  // The tab is loaded again; then its user signs out.
  await page.reload()
  await page.getByRole('button', { name: 'New App' }).click()
  await restore.click()
  await expect(nameOf(page)).toHaveValue('Typed again')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await typeNewApp(page, 'Not for the next user')
  await page.reload()
  await page.getByRole('button', { name: /^User:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await login.expectShown()
  await expect(page).toHaveURL(`${stack.url}/login`)
  await signIn()
  await page.getByRole('button', { name: 'New App' }).click()
  await expect(nameOf(page)).toBeVisible()
  await expect(restore).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Not for the next user')
  evidence({
    check: 95,
    figures: { 'in a browser': 'cookie gone, session ended, page loaded again', 'text lost': 0 },
    breaks: 'a refused request is not repeated; drafts are dropped with the session',
  })
})
