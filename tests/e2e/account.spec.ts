import type { Browser } from 'playwright/test'
import { expect, test } from './operator.ts'
import { AccountPage } from './pages/account-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import type { Mailbox } from '../support/mailbox.ts'

/** A link in a mail names `localhost`; the browser of a test uses the address that the product listens on. */
async function follow(browser: Browser, mailbox: Mailbox, email: string, url: string) {
  const link = new URL(await mailbox.linkTo(email))
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(url + link.pathname + link.search)
  return page
}

test('a user is invited, chooses a password, becomes an owner, is removed, and invited again signs in as usual', async ({
  page,
  browser,
  stack,
  mailbox,
}) => {
  const email = `ines-${Date.now()}@example.test`
  const account = new AccountPage(page)
  await page.goto('/')
  await account.open()
  await account.invite(email, 'member')
  await expect(page.getByText(`Invited ${email}`, { exact: true })).toBeVisible()

  // The newest mail has the only valid link.
  const older = await follow(browser, mailbox, email, stack.url)
  await expect(account.invitation(email)).toContainText('to the account')
  await account.invitation(email).getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText(`Invitation sent again to ${email}`, { exact: true })).toBeVisible()
  await older.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(older.getByRole('alert')).toHaveText('The invitation is no longer valid, ask for a new one')
  await older.context().close()

  const guest = await follow(browser, mailbox, email, stack.url)
  await expect(guest.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.getByLabel('New password').fill('short')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('Use at least 8 characters.')).toBeVisible()
  await guest.getByLabel('New password').fill('long enough')
  await guest.getByLabel('Repeat password').fill('long enouhg')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('The two passwords differ.')).toBeVisible()
  await guest.getByLabel('Repeat password').fill('long enough')
  await guest.getByLabel('Repeat password').press('Enter')
  await expect(guest).toHaveURL(`${stack.url}/apps`)
  // A member can read the account but not change it.
  await new AccountPage(guest).open()
  await expect(guest.getByText('Only owners change members and settings.')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(guest.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('table', { name: 'Invitations' })).toHaveCount(0)
  const row = account.member(email)
  await row.getByRole('combobox').selectOption('owner')
  await expect(page.getByText(`${email} is now owner`, { exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Remove: ${email}` }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Remove member' })
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed ${email}`, { exact: true })).toBeVisible()
  await expect(account.member(email)).toHaveCount(0)
  await guest.context().close()

  await account.invite(email, 'member')
  await account.invitation(email).getByRole('button', { name: 'Copy link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link of the invitation' })
  const link = new URL(await dialog.getByLabel('Link of the invitation').inputValue())
  await dialog.getByRole('button', { name: 'Done' }).click()
  const again = await follow(browser, mailbox, email, stack.url)
  await again.goto(stack.url + link.pathname + link.search)
  await again.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(again.getByText('The membership was added. Sign in as usual to continue.')).toBeVisible()
  await again.getByRole('button', { name: 'Sign In' }).click()
  await new LoginPage(again).signIn(email, 'long enough')
  await expect(again).toHaveURL(`${stack.url}/apps`)
  await again.context().close()
})

test('a forgotten password is replaced through the mail, then changed from the menu', async ({
  page,
  browser,
  stack,
  mailbox,
}) => {
  const email = `otto-${Date.now()}@example.test`
  const account = new AccountPage(page)
  await page.goto('/')
  await account.open()
  await account.invite(email, 'owner')
  const guest = await follow(browser, mailbox, email, stack.url)
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.getByLabel('New password').fill('the first one')
  await guest.getByLabel('Repeat password').fill('the first one')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest).toHaveURL(`${stack.url}/apps`)

  await guest.context().clearCookies()
  await guest.goto(`${stack.url}/login`)
  await guest.getByRole('button', { name: 'Forgot password?' }).click()
  await guest.getByLabel('E-mail').fill(email)
  await guest.getByRole('button', { name: 'Send link' }).click()
  await expect(guest.getByText('Password reset email has been sent.', { exact: true })).toBeVisible()
  const link = new URL(await mailbox.linkTo(email))
  await guest.goto(stack.url + link.pathname + link.search)
  await guest.getByLabel('New password').fill('the second one')
  await guest.getByLabel('Repeat password').fill('the second one')
  await guest.getByRole('button', { name: 'Save password' }).click()
  await expect(guest.getByText('Password changed', { exact: true })).toBeVisible()
  await new LoginPage(guest).signIn(email, 'the second one')
  await expect(guest).toHaveURL(`${stack.url}/apps`)

  await guest.getByRole('button', { name: /^User:/ }).click()
  await guest.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('the first one')
  await dialog.getByLabel('New password').fill('the third one')
  await dialog.getByLabel('Repeat password').fill('the third one')
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The current password is wrong')
  await dialog.getByLabel('Current password').fill('the second one')
  await dialog.getByLabel('Current password').press('Enter')
  await expect(dialog).toBeHidden()
  // A used link is invalid.
  await guest.goto(stack.url + link.pathname + link.search)
  await guest.getByLabel('New password').fill('the fourth one')
  await guest.getByLabel('Repeat password').fill('the fourth one')
  await guest.getByRole('button', { name: 'Save password' }).click()
  await expect(guest.getByRole('alert')).toHaveText('The link is no longer valid, ask for a new one')
  await guest.context().close()
})

test('settings of the account are JSON, stored, and not lost by leaving the page', async ({ page }) => {
  const account = new AccountPage(page)
  const editor = new RunWorkqueuePage(page)
  await page.goto('/')
  await account.open()
  const save = page.getByRole('button', { name: 'Save Settings' })
  await expect(editor.editor('Settings')).toBeVisible()
  await expect(save).toBeDisabled()
  await editor.write('Settings', '{ "colour": ')
  await expect(page.getByText(/^Not valid JSON/)).toBeVisible()
  await expect(save).toBeDisabled()
  await editor.write('Settings', '{ "colour": "petrol" }')
  await page.getByRole('link', { name: 'Apps' }).first().click()
  const guard = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('.view-lines').getByText('petrol')).toBeVisible()
})
