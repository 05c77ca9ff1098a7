import { endless, failing, instant } from './definitions.ts'
import { expect, test } from './operator.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'

test('filters are in the address: Back and reload restore them', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Broken')), 'failed')
  await api.reaches(await api.start(appId, instant('Red one', ['red'])), 'completed')
  await list.goto(appId)
  await list.expectRows('Red one', 'Broken')

  await list.filterStatus('failed')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?status=failed`)
  await list.expectRows('Broken')
  await page.goBack()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  await list.expectRows('Red one', 'Broken')
  await list.filterTag('red')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?tags=red`)
  await list.expectRows('Red one')
  await page.reload()
  await list.expectRows('Red one')
  await list.filterStatus('failed')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?status=failed&tags=red`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  await list.expectRows('Red one', 'Broken')
})

test('a new workqueue on a full page drops the last row', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (const name of ['First', 'Second'])
    await api.reaches(await api.start(appId, instant(name)), 'completed')
  await list.gotoLive(appId, '?perPage=2')
  await list.expectRows('Second', 'First')
  await api.start(appId, instant('Third'))
  await list.expectRows('Third', 'Second')
  await list.expectStatus('Third', 'completed')
  await expect(page.getByText('1-2 of 3')).toBeVisible()
})

test('live events are filtered before they add a row, and update listed rows', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  const listed = await api.start(appId, endless('Listed'))
  await api.reaches(listed, 'started')
  await list.gotoLive(appId, '?status=started')
  await list.expectRows('Listed')
  // A cancelled row no longer passes the filter: it stays listed with its new status.
  await api.cancel(listed)
  await list.expectStatus('Listed', 'cancelled')
  await api.reaches(await api.start(appId, instant('Filtered out')), 'completed')
  const next = await api.start(appId, endless('Let in'))
  await list.expectRows('Let in', 'Listed')
  await api.cancel(next)
})

test('one or several selected workqueues are cancelled together', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (const name of ['One', 'Two', 'Three']) await api.start(appId, endless(name))
  await list.goto(appId)
  await list.expectRows('Three', 'Two', 'One')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await list.select('One')
  await list.cancelSelected('Cancel workqueue')
  await expect(page.getByText('Cancelled workqueue', { exact: true })).toBeVisible()
  await list.expectStatus('One', 'cancelled')
  // On a phone the actions have no room beside the filters: they cover these, so that no row moves.
  await page.setViewportSize({ width: 390, height: 844 })
  const lastLine = page.getByRole('row').filter({ hasText: 'In Progress' }).last()
  const [start, end] = await Promise.all(
    ['start', 'end'].map((place) => lastLine.locator(`[data-card=${place}]`).boundingBox()),
  )
  expect(start!.x + start!.width, 'the start covers no duration').toBeLessThanOrEqual(end!.x)
  await expect(lastLine.locator('[data-card=end]')).toHaveText(/^Duration\s*In Progress/)
  await expect(lastLine.getByText('Duration', { exact: true })).toBeHidden()
  const top = async () => (await page.getByRole('checkbox').last().boundingBox())?.y
  const before = await top()
  await list.select('Two')
  await list.select('Three')
  expect(await top()).toBe(before)
  await list.cancelSelected('Cancel 2 workqueues')
  await expect(page.getByText('Cancelled 2 workqueues', { exact: true })).toBeVisible()
  for (const name of ['Two', 'Three']) await list.expectStatus(name, 'cancelled')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})

test('all that match the filters are cancelled, listed or not, with a receipt that stays visible', async ({
  page,
  api,
}) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (let index = 0; index < 4; index++) await api.start(appId, endless(`Matching ${index}`, ['many']))
  const other = await api.start(appId, endless('Other'))
  await list.goto(appId, '?perPage=2&tags=many')
  await list.expectRows('Matching 3', 'Matching 2')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true })
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Select all 4 that match' }).click()
  await expect(page.getByText('All 4 that match are selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true })
  await page.getByRole('button', { name: 'Select all 4 that match' }).click()
  await list.cancelSelected('Cancel 4 workqueues')
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText('Cancelled 4 of 4 workqueues')
  await expect(page.getByText('Cancelled 4 workqueues', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/&receipt=[^&]+$/)
  await page.reload()
  await expect(receipt).toContainText('Cancelled 4 of 4 workqueues')
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?perPage=2&tags=many`)
  for (const name of ['Matching 3', 'Matching 2']) await list.expectStatus(name, 'cancelled')
  await api.reaches(other, 'started')
  await api.cancel(other)
})

test('failed tasks of the selected workqueues are restarted; refused ones are named', async ({
  page,
  api,
}) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  // It fails once and ends with its second attempt.
  const healing = { inputs: { fail: 'once', failAttempts: 1 }, type: 'task.workforce.noop' }
  const id = await api.start(appId, { name: 'Healing', tasks: [{ name: 'heal', ...healing }] })
  await api.reaches(id, 'failed')
  await list.goto(appId)
  await list.select('Healing')
  await page.getByRole('button', { name: 'Restart failed tasks' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Restart failed tasks' })
  await asked.getByRole('button', { name: 'Restart failed tasks' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText('Restarted 1 of 1 task')
  await expect(page.getByText('Restarted 1 task', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await list.expectStatus('Healing', 'completed')
  await page.goto(`/apps/${appId}/workqueues?receipt=nothing`)
  await expect(page.getByText(/^Error loading receipt: ./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('live updates pause while the user is idle, and on return the list is read again', async ({
  page,
  api,
  browser,
  signedIn,
  baseURL,
}) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, instant('Before')), 'completed')
  await page.clock.install()
  await list.gotoLive(appId)
  await list.expectRows('Before')
  // Another user stays active; an update that reached that user would have reached this one too.
  const context = await browser.newContext({ storageState: signedIn, ...(baseURL && { baseURL }) })
  const awake = new WorkqueuesPage(await context.newPage())
  await awake.gotoLive(appId)

  // The time counts from here: had it counted since the page was opened, the toast could be over after the last second.
  await page.mouse.move(100, 100)
  await page.clock.runFor(300_000)
  await expect(page.getByText('Inactivity detected: disabling live updates')).toBeVisible()
  await list.expectLive('paused')
  const missed = await api.start(appId, endless('Missed'))
  await awake.expectStatus('Missed', 'started')
  await list.expectRows('Before')

  await page.mouse.move(200, 200)
  await expect(page.getByText('Activity detected: enabling live updates')).toBeVisible()
  await list.expectRows('Missed', 'Before')
  await list.expectLive('live')
  await api.cancel(missed)
  await list.expectStatus('Missed', 'cancelled')
  await context.close()
})

test('after page 1 nothing is subscribed once all listed workqueues have ended', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  const running = await api.start(appId, endless('Running'))
  for (const name of ['Second', 'Third'])
    await api.reaches(await api.start(appId, instant(name)), 'completed')
  await list.gotoLive(appId, '?perPage=2&page=2')
  await list.expectRows('Running')
  await api.cancel(running)
  await list.expectStatus('Running', 'cancelled')
  await list.expectLive('paused')
  await page.getByRole('button', { name: 'Page 1', exact: true }).click()
  await list.expectLive('live')
})

test('a run shows its inputs and its cause, and its children folded below it', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  const child = await api.savePlan({
    name: 'Refund line',
    tasks: [{ name: 'pay', type: 'task.workforce.noop' }],
  })
  const lines = { items: [7, 8], plan: child }
  const batch = {
    name: 'Refund batch',
    initialState: { file: '22-nov' },
    tasks: [{ name: 'lines', type: 'task.workforce.map', inputs: lines }],
  }
  await api.reaches(await api.start(appId, batch), 'completed')
  await list.gotoLive(appId)
  await list.expectRows('Refund batch')
  await expect(list.row('Refund batch')).toContainText('file=22-nov')
  await list.openChildren('2 children, all completed', 'Refund batch')
  await expect(list.children('Refund batch').getByRole('listitem')).toHaveCount(2)
  await expect(list.children('Refund batch')).toContainText('item=8')
  await list.openChildren('2 children, all completed', 'Refund batch')
  await expect(list.children('Refund batch')).toHaveCount(0)
  // Pointer and focus leave the rows, which would hold new ones back.
  await page.getByRole('heading', { name: 'Workqueues' }).click()
  await page.getByRole('button', { name: /^Status/ }).focus()

  // The sentence of a run that fails follows the live event.
  await api.reaches(await api.start(appId, failing('Broken')), 'failed')
  await list.expectStatus('Broken', 'failed')
  await expect(list.row('Broken')).toContainText('settle failed: no checksum')
  await expect(list.row('Broken').getByRole('img', { name: '2 tasks: 1 failed, 1 ended' })).toBeVisible()

  // A new run waits while the pointer is in the rows.
  await list.row('Broken').hover()
  await api.reaches(await api.start(appId, instant('Later')), 'completed')
  await page.getByRole('button', { name: 'Show 1 new workqueue' }).click()
  await list.expectRows('Later', 'Broken', 'Refund batch')

  await page.getByRole('button', { name: 'Children folded' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?children=all`)
  await list.expectRows('Later', 'Broken', 'Refund line', 'Refund line', 'Refund batch')
  await list.open('Broken')
  await expect(page).toHaveURL(/\/workqueues\/[^/?]+/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Depot' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?children=all`)
})
