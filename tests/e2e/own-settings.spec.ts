import { expect, test } from './operator.ts'

test('theme, time zone and start page of a user apply at once and in another browser', async ({
  page,
  stack,
  browser,
}) => {
  await page.goto('/account?tab=mine')
  const root = page.locator('html')
  const [isDark, isLight] = [/(^| )dark( |$)/, /(^| )light( |$)/]
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(root).toHaveClass(isDark)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await expect(page.getByText(/in Asia\/Tokyo\./)).toBeVisible()
  await page.getByRole('combobox', { name: 'Start page' }).fill('Plans')
  await page.getByRole('option', { name: 'Plans', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Start page' })).toHaveValue('Plans')

  const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await other.goto('/')
  await other.getByLabel('E-mail').fill(stack.admin.email)
  await other.getByLabel('Password', { exact: true }).fill(stack.admin.password)
  await other.keyboard.press('Enter')
  await other.waitForURL('**/plans')
  await expect(other.locator('html')).toHaveClass(isDark)
  await context.close()

  await page.getByRole('button', { name: 'System', exact: true }).click()
  await expect(root).toHaveClass(isLight)
  await zone.fill('As this')
  await page.getByRole('option', { name: /^As this browser/ }).click()
  await page.getByRole('combobox', { name: 'Start page' }).fill('Apps')
  await page.getByRole('option', { name: 'Apps', exact: true }).click()
})
