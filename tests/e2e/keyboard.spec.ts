import type { Page } from 'playwright/test'
import { setUpWorker } from '../support/worker-setup.ts'
import { endless } from './definitions.ts'
import { Keys } from './pages/keys.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { expect, test } from './stack.ts'
import { askForTask, callOf } from './worker-task.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const main = (page: Page) => page.getByRole('main')

async function signIn(
  page: Page,
  keys: Keys,
  { url, admin }: { url: string; admin: { email: string; password: string } },
): Promise<void> {
  await page.goto(url)
  await keys.expectFocus(page.getByLabel('E-mail'))
  await keys.type(admin.email)
  await keys.press('Tab')
  await keys.expectFocus(page.getByLabel('Password', { exact: true }))
  await keys.type(admin.password)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
}

/** New App, from the top of the page: the skip link passes the menus. */
async function createApp(page: Page, keys: Keys, name: string): Promise<void> {
  await keys.follow(page.getByRole('link', { name: 'Skip to content' }))
  await keys.expectFocus(main(page))
  await keys.follow(button(page, 'New App'))
  const dialog = page.getByRole('dialog', { name: 'New App' })
  await keys.expectFocus(dialog.getByLabel('Name'))
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await keys.expectFocus(button(page, 'New App'))
  await keys.press('Enter')
  await keys.expectFocus(dialog.getByLabel('Name'))
  await keys.type(name)
  await keys.press('Tab')
  await keys.type('Everything about parcels')
  await keys.follow(dialog.getByRole('button', { name: 'Create' }))
  await page.waitForURL(/\/apps\/[^/]+\/workqueues$/)
  await keys.expectFocus(main(page))
}

test('the main job by keyboard only: sign in, an app, a plan, its run, logs, cancel, sign out', async ({
  page,
  stack,
}) => {
  const keys = new Keys(page)
  const detail = new WorkqueuePage(page)
  await signIn(page, keys, stack)
  await createApp(page, keys, `By keys ${Date.now()}`)
  const plan = endless(`Takes an hour ${Date.now()}`)
  await callOf(page, stack.url)('POST', 'plans', plan)

  await keys.follow(page.getByRole('link', { name: 'Run New Workqueue' }).first())
  await page.waitForURL(/\/create/)
  await keys.expectFocus(main(page))
  await keys.reach(page.getByRole('tab', { name: 'From Plan' }))
  await keys.press('ArrowRight')
  await keys.expectFocus(page.getByRole('tab', { name: 'via API' }))
  await expect(page.getByRole('tabpanel', { name: 'via API' })).toBeVisible()
  await keys.press('ArrowLeft')
  const row = page.getByRole('row').filter({ hasText: plan.name })
  await keys.follow(row)
  const dialog = page.getByRole('dialog', { name: plan.name })
  await expect(dialog.getByRole('textbox', { name: 'Initial state' })).toBeVisible()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await keys.expectFocus(row)
  await keys.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Initial state' })).toBeVisible()
  await keys.follow(dialog.getByRole('button', { name: 'Run', exact: true }))
  await page.waitForURL(/\/workqueues\/(?!create)[^/?]+$/)
  await detail.expectTask('wait', 'started')
  await keys.expectFocus(main(page))

  // The graph opens the drawer of a task; the table below has its actions.
  await keys.follow(page.getByLabel(/^wait, started,/))
  await expect(detail.drawer('wait')).toBeVisible()
  await keys.press('Escape')
  await expect(detail.drawer('wait')).toBeHidden()
  await keys.follow(button(page, 'Show Logs: wait'))
  await expect(detail.logs('wait')).toBeVisible()
  await keys.expectFocus(button(page, 'Hide Logs: wait'))
  await keys.press('Enter')
  await keys.expectFocus(button(page, 'Show Logs: wait'))

  await keys.follow(button(page, 'Cancel'), 'Shift+Tab')
  const confirm = page.getByRole('alertdialog', { name: 'Cancel workqueue' })
  await keys.expectFocus(confirm.getByRole('button', { name: 'Cancel', exact: true }))
  await keys.press('Escape')
  await expect(confirm).toBeHidden()
  await keys.expectFocus(button(page, 'Cancel'))
  await keys.press('Enter')
  await keys.follow(confirm.getByRole('button', { name: 'Cancel workqueue' }))
  await detail.expectStatus('cancelled')
  await expect(confirm).toBeHidden()
  await keys.expectKept()

  const user = button(page, `User: ${stack.admin.email}`)
  const menu = page.getByRole('menu', { name: 'User' })
  const lit = menu.locator('[data-highlighted]')
  await keys.follow(user, 'Shift+Tab')
  await keys.expectFocus(menu)
  await keys.press('Escape')
  await keys.expectFocus(user)
  await keys.press('Enter')
  await keys.expectFocus(menu)
  await expect(lit).toHaveText('Account')
  await keys.press('End')
  await expect(lit).toHaveText('Sign Out')
  await keys.press('Enter')
  await page.waitForURL(/\/login/)
  await keys.expectFocus(page.getByLabel('E-mail'))
})

test('a failed task is restarted by keyboard only, unchanged and with another alias', async ({
  page,
  stack,
}) => {
  const keys = new Keys(page)
  const detail = new WorkqueuePage(page)
  await signIn(page, keys, stack)
  const call = callOf(page, stack.url)
  const { appId, type, aliases } = await setUpWorker(call, `Loader ${Date.now()}`, ['gpu'])
  // The task fails when its worker receives it: it reads a variable that the app does not have.
  const tasks = [{ name: 'load', type, inputs: { key: '$var.nothing' } }]
  await call('POST', `workqueues?appId=${appId}`, { name: 'By keys', tasks })
  await page.goto(`${stack.url}/apps/${appId}/workqueues`)
  const link = page.getByRole('link', { name: 'By keys', exact: true })
  await keys.follow(link)
  await detail.expectTask('load', 'queued')
  await askForTask(aliases['default']!)
  await detail.expectTask('load', 'failed')

  await keys.follow(button(page, 'Re Run: load'))
  await detail.expectTask('load', 'queued')
  // The button was removed; its row has the focus, and the next Tab leads to the remaining actions.
  await keys.expectFocus(detail.taskRow('load'))
  await askForTask(aliases['default']!)
  await detail.expectTask('load', 'failed')

  await keys.follow(button(page, 'Re-run (new Alias): load'))
  const dialog = page.getByRole('dialog', { name: 'Re-run Task with a different Alias' })
  await keys.expectFocus(dialog.getByLabel('Aliases'))
  await keys.expectSeen(dialog.getByLabel('Aliases'))
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await keys.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'default' })).toBeChecked()
  await keys.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'gpu' })).toBeChecked()
  await keys.follow(dialog.getByRole('button', { name: 'Run', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(detail.taskRow('load')).toContainText('gpu')
  await keys.expectKept()
})
