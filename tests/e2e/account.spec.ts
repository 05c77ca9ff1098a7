import type { Browser, Page } from 'playwright/test'
import { failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { AccountPage } from './pages/account-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { SideMenu } from './pages/side-menu.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { unique } from './unique.ts'
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

/** Actions that change something for others; a view is one's own. */
const changing =
  /^(New|Add|Create|Invite|Edit|Rename|Delete|Remove|Revoke|Rotate|Save(?! view)|Restart|Re Run|Run|Start|Stop|Cancel|Complete|Skip|Mute|Assign|Move|Select)\b/

/** Calls of a page that were refused: by status, and in the answers of GraphQL. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = []
  page.on('response', async (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`)
    if (!response.url().endsWith('/graphql')) return
    const text = await response.text().catch(() => '')
    if (text.includes('"errors"')) refusals.push(`${response.request().postData()?.slice(0, 120)}: ${text}`)
  })
  return refusals
}

/** A screen that has loaded shows nothing that changes something, and no payload. */
async function expectReadOnly(page: Page, screen: string): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const controls = ['button', 'link', 'checkbox'] as const
  for (const role of controls)
    await expect(page.locator('main').getByRole(role, { name: changing }), `${screen}: ${role}`).toHaveCount(
      0,
    )
  expect(await page.locator('body').textContent(), screen).not.toContain('parcel-4711')
}

test('a viewer of one app without payloads opens every screen: nothing changes, nothing is refused or shown of others', async ({
  page,
  browser,
  stack,
  api,
  mailbox,
}) => {
  const [name, other] = [unique('Seen'), unique('Unseen')]
  const [app, unseen] = [await api.createApp(name), await api.createApp(other)]
  const state = { initialState: { parcel: 'parcel-4711' } }
  const plan = await api.savePlan({ ...failing(unique('Viewed')), ...state })
  const run = await api.start(app, { ...failing(unique('Sorting')), ...state })
  await api.start(unseen, { ...failing(unique('Elsewhere')), ...state })
  await api.reaches(run, 'failed')
  const team = await api.create('teams', { name: unique('Crew') })
  const worker = await api.create('workers', { name: unique('Sorter'), teamId: team })
  const cluster = await api.create('clusters', { name: unique('North') })
  const script = await api.create('scripts', { name: unique('Tidy'), teamId: team, script: 'return {}' })

  const email = `vera-${Date.now()}@example.test`
  const account = new AccountPage(page)
  await page.goto('/')
  await account.open()
  await account.inviteViewer(email, name)
  const viewer = await follow(browser, mailbox, email, stack.url)
  await viewer.getByRole('button', { name: 'Accept invitation' }).click()
  await viewer.getByLabel('New password').fill('long enough')
  await viewer.getByLabel('Repeat password').fill('long enough')
  await viewer.getByRole('button', { name: 'Join' }).click()
  await expect(viewer).toHaveURL(`${stack.url}/apps`)
  await expect(viewer.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
  await expect(viewer.getByText(other)).toHaveCount(0)
  const refusals = refusalsOf(viewer)

  const menu = new SideMenu(viewer)
  const visited = new Set<string>()
  for (const start of [`/apps/${app}/workqueues`, '/dashboard']) {
    await viewer.goto(stack.url + start)
    await expectReadOnly(viewer, start)
    for (const entry of await menu.entries()) {
      if (visited.has(entry)) continue
      visited.add(entry)
      await menu.open(entry)
      await expectReadOnly(viewer, entry)
    }
  }
  expect([...visited]).toContain('Tasks Summary')
  expect([...visited]).not.toContain('Keys and tokens')
  for (const [plural, id] of Object.entries({
    plans: plan,
    workers: worker,
    teams: team,
    clusters: cluster,
    scripts: script,
  })) {
    await viewer.goto(`${stack.url}/${plural}/${id}`)
    await expectReadOnly(viewer, plural)
  }
  const detail = new WorkqueuePage(viewer)
  await viewer.goto(`${stack.url}/apps/${app}/workqueues/${run}`)
  await detail.expectStatus('failed')
  await detail.showLogs('settle')
  await expect(viewer.getByText('Payloads are hidden for your role').first()).toBeVisible()
  await expectReadOnly(viewer, 'run')
  await new AccountPage(viewer).open()
  await expectReadOnly(viewer, 'account')
  expect(refusals).toEqual([])
  await viewer.context().close()
})
