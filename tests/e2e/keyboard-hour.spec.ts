import type { Page } from 'playwright/test'
import { setUpWorker } from '../support/worker-setup.ts'
import { writeInEditor } from './pages/editor.ts'
import { Keys } from './pages/keys.ts'
import { Palette } from './pages/palette.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { expect, test } from './operator.ts'
import { callOf } from './worker-task.ts'

const noop = 'task.workforce.noop'

/** Opens the menu of a task's further actions and chooses one; then its dialog asks for the reason. */
async function control(page: Page, keys: Keys, task: string, act: string): Promise<void> {
  const drawer = new WorkqueuePage(page).drawer(task)
  await expect(drawer).toBeVisible()
  const menu = page.getByRole('menu', { name: `More actions on ${task}` })
  await keys.follow(drawer.getByRole('button', { name: `More actions on ${task}` }))
  await keys.expectFocus(menu)
  const entry = menu.getByRole('menuitem', { name: act })
  await expect(menu.locator('[data-highlighted]')).toHaveCount(1)
  for (let step = 0; step < 4 && (await entry.getAttribute('data-highlighted')) === null; step++)
    await keys.press('ArrowDown')
  await keys.press('Enter')
}

test('an hour of an operator by keyboard only: find, repair, end by hand, start many, look back', async ({
  page,
  api,
  stack,
}) => {
  const [keys, palette, detail] = [new Keys(page), new Palette(page), new WorkqueuePage(page)]
  const mark = Date.now().toString(36).replaceAll(/\d/g, 'x')
  const { type } = await setUpWorker(callOf(page, stack.url), `Signer ${mark}`)
  const appId = await api.createApp(`Hours ${mark}`)
  const broken = { type: noop, inputs: { fail: `no checksum ${mark}`, failAttempts: 1 } }
  const failed = await api.start(appId, {
    name: `Broken ${mark}`,
    tasks: [
      { name: 'weigh', ...broken },
      { name: 'settle', ...broken },
    ],
  })
  const waiting = await api.start(appId, {
    name: `Waiting ${mark}`,
    tasks: [
      { name: 'sign', type, outputs: { name: '$state.signedBy' } },
      { name: 'stamp', type, depends: ['sign'] },
    ],
  })
  const plan = `Parcels ${mark}`
  await api.savePlan({
    name: plan,
    initialState: { customer: 1 },
    inputSchema: {
      type: 'object',
      properties: { customer: { type: 'integer', title: 'Customer', minimum: 1 } },
      required: ['customer'],
    },
    tasks: [],
  })
  await api.reaches(failed, 'failed')

  await test.step('to the app, and a search whose term is suggested', async () => {
    await page.goto('/apps')
    await expect(page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
    await palette.choose(`Hours ${mark}`, `Hours ${mark}`)
    await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
    await expect(page.getByRole('link', { name: `Waiting ${mark}` })).toBeVisible()
    await keys.press('/')
    await keys.expectFocus(page.getByRole('combobox', { name: 'Search workqueues' }))
    await keys.type('status:fa')
    await expect(page.getByRole('option', { name: /failed/ })).toBeVisible()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await keys.press('Enter')
    await expect(page).toHaveURL(/search=status:failed/)
    await expect(page.getByRole('link', { name: `Waiting ${mark}` })).toBeHidden()
  })

  await test.step('saved as a view', async () => {
    const save = page.getByRole('button', { name: 'Save view' })
    await keys.follow(save, 'Shift+Tab')
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await keys.expectFocus(dialog.getByLabel('Name'))
    await keys.type(`Bad ${mark}`)
    await keys.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: new RegExp(`^Bad ${mark}`) })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await keys.expectFocus(save)
  })

  await test.step('a failed run, its next failure, its log and a note', async () => {
    await keys.press('j')
    await keys.expectFocus(page.getByRole('link', { name: `Broken ${mark}` }))
    await keys.press('o')
    await expect(page).toHaveURL(new RegExp(`/workqueues/${failed}`))
    await detail.expectStatus('failed')
    await expect(detail.drawer('weigh')).toBeVisible()
    await keys.press('n')
    await expect(detail.drawer('settle')).toBeVisible()
    await expect(detail.drawer('settle')).toContainText(`no checksum ${mark}`)
    await keys.follow(page.getByRole('button', { name: 'Add note' }))
    await keys.expectFocus(page.getByRole('textbox', { name: 'Note' }))
    await keys.type('Asked the bank')
    await keys.press('Control+Enter')
    await expect(page.getByText('Asked the bank')).toBeVisible()
    await keys.expectFocus(page.getByRole('button', { name: 'Edit note' }))
  })

  await test.step('a restart of the failure, undone and then done', async () => {
    await keys.type('gf')
    await keys.follow(page.getByRole('link', { name: `no checksum ${mark}` }))
    await expect(page).toHaveURL(/\/dashboard\/failures\/./)
    const restart = page.getByRole('button', { name: 'Restart 2' })
    const dialog = page.getByRole('dialog', { name: /^Restart 2/ })
    await keys.follow(restart)
    await keys.expectFocus(dialog.getByRole('button', { name: 'Restart 2' }))
    await keys.press('Enter')
    await expect(dialog).toBeHidden()
    // The message has one, and the head of the failure once it knows of the restart.
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo.first()).toBeVisible()
    await keys.expectKept()
    await keys.press('u')
    await expect(undo).toHaveCount(0)
    await keys.press('y')
    await keys.press('i')
    await expect(page.getByText('Copied the id', { exact: true })).toBeVisible()
  })

  await test.step('one task completed by hand with outputs, the next one skipped', async () => {
    await palette.choose(`Waiting ${mark}`, `Waiting ${mark}`)
    await expect(page).toHaveURL(new RegExp(`/workqueues/${waiting}`))
    await keys.follow(page.getByLabel(/^sign, queued/))
    await control(page, keys, 'sign', 'Complete…')
    const complete = page.getByRole('dialog', { name: 'Complete sign' })
    await keys.expectFocus(complete.getByLabel('Reason'))
    await keys.type('Signed on paper')
    const outputs = complete.getByRole('textbox', { name: 'Outputs' })
    // Before it has loaded, Tab would lead past it.
    await expect(outputs).toBeVisible()
    // The editor shows its own caret.
    await keys.press('Tab')
    await keys.expectFocus(outputs)
    await writeInEditor(page, 'Outputs', '{ "name": "ana" }')
    await keys.follow(complete.getByRole('button', { name: 'Complete', exact: true }))
    await expect(complete).toBeHidden()
    await keys.expectKept()
    await detail.expectTask('stamp', 'queued')
    await keys.follow(page.getByLabel(/^stamp, queued/), 'Shift+Tab')
    await control(page, keys, 'stamp', 'Skip…')
    const skip = page.getByRole('dialog', { name: 'Skip stamp' })
    await keys.expectFocus(skip.getByLabel('Reason'))
    await keys.type('No stamp needed')
    await keys.follow(skip.getByRole('button', { name: 'Skip', exact: true }))
    await detail.expectStatus('completed')
    await keys.expectKept()
    expect(await api.read(`workqueues/${waiting}`)).toMatchObject({ state: { signedBy: 'ana' } })
  })

  await test.step('a plan run by its form, then for each row of a table, with its receipt', async () => {
    await keys.type('gn')
    await expect(page).toHaveURL(/\/create/)
    const row = page.getByRole('row').filter({ hasText: plan })
    const dialog = page.getByRole('dialog', { name: plan })
    await keys.follow(row)
    const customer = dialog.getByLabel('Customer')
    await keys.reach(customer)
    await keys.press('Control+a')
    await keys.type('991')
    await keys.press('Control+Enter')
    await expect(page).toHaveURL(/\/workqueues\/(?!create)[^/?]+$/)
    await expect(detail.state('Initial State')).toContainText('991')
    await keys.type('gn')
    await expect(page).toHaveURL(/\/create/)
    await keys.follow(row)
    await keys.follow(dialog.getByRole('button', { name: 'Run for each' }))
    await keys.reach(dialog.getByLabel('Rows'))
    await keys.type('customer')
    await keys.press('Enter')
    await keys.type('7')
    await keys.press('Enter')
    await keys.type('8')
    await keys.follow(dialog.getByRole('button', { name: 'Run 2' }))
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt).toContainText('2 of 2')
    await keys.press('Escape')
    await expect(receipt).toBeHidden()
    await keys.expectKept()
  })

  await test.step('what was done, the own theme, and back', async () => {
    await keys.type('gv')
    await expect(page).toHaveURL(/\/dashboard\/activity/)
    await expect(page.getByRole('main')).toContainText('No stamp needed')
    await keys.type('gm')
    await expect(page).toHaveURL('/account?tab=mine')
    await keys.follow(page.getByRole('button', { name: 'Dark', exact: true }))
    await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/)
    await keys.follow(page.getByRole('button', { name: 'System', exact: true }), 'Shift+Tab')
    await expect(page.locator('html')).not.toHaveClass(/(^| )dark( |$)/)
    await keys.type('gh')
    await expect(page).toHaveURL('/apps')
    await keys.expectFocus(page.getByRole('main'))
  })
})
