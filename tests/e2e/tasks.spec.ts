import type { Page, Request } from 'playwright/test'
import { endless, failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { TasksPage } from './pages/tasks-page.ts'
import { TasksSummaryPage } from './pages/tasks-summary-page.ts'

/** Answers one operation with an error until the returned function is called. */
async function failOperation(page: Page, name: string, message: string): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON() as { operationName?: string } | null
    if (asked?.operationName !== name) return route.fallback()
    await route.fulfill({ json: { errors: [{ message }] } })
  })
}

/** Whether a request reads the summary's tasks of a status. */
function readsSummary(request: Request, status: string): boolean {
  if (!request.url().endsWith('/graphql')) return false
  const { operationName, variables } = request.postDataJSON() as {
    operationName?: string
    variables?: { status?: string }
  }
  return operationName === 'TasksSummary' && variables?.status === status
}

test('tasks are filtered by type, status and time; the address keeps it', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const appId = await api.createApp()
  const failed = await api.start(appId, failing('Broken'))
  await api.reaches(failed, 'failed')
  const running = await api.start(appId, endless('Running'))
  await tasks.goto(appId)
  await tasks.expectTasks('weigh', 'settle', 'wait')
  await expect(tasks.row('settle')).toContainText('task.workforce.noop')
  await expect(tasks.row('settle')).toContainText('failed')
  await expect(tasks.row('wait')).toContainText('in progress')
  await expect(tasks.row('settle').getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`^/apps/${appId}/workqueues/${failed}\\?task=[^&]+$`),
  )
  await expect(page.locator('[data-read=fresh]')).toHaveText(/^read \d\d:\d\d:\d\d$/)

  await tasks.filterType('task.workforce.noop')
  await expect(page).toHaveURL(`/apps/${appId}/tasks?type=task.workforce.noop`)
  await tasks.expectTasks('weigh', 'settle')
  await tasks.filterStatus('failed')
  await expect(page).toHaveURL(`/apps/${appId}/tasks?type=task.workforce.noop&status=failed`)
  await tasks.expectTasks('settle')
  await page.reload()
  await tasks.expectTasks('settle')
  await page.goBack()
  await tasks.expectTasks('weigh', 'settle')

  await tasks.created.open()
  await tasks.created.press('Yesterday')
  await tasks.created.press('Apply')
  await expect(page).toHaveURL(/&created=[^,]+T00:00:00\.000Z,[^,]+T23:59:59\.999Z$/)
  await expect(page.getByText('No task matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/tasks`)
  await tasks.expectTasks('weigh', 'settle', 'wait')
  await api.cancel(running)
})

test('a task of the list is found by a search, and opens its drawer in its run', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Broken')), 'failed')
  await tasks.goto(appId)
  await tasks.search('reason:checksum status:failed ended:<1h')
  await tasks.expectTasks('settle')
  await expect(tasks.row('settle')).toContainText('no checksum')
  await tasks.row('settle').getByRole('link').click()
  await expect(page).toHaveURL(/\?task=[^&]+$/)
  await expect(page.locator('[data-drawer]')).toContainText('settle')
})

test('types are the built-in ones and those of workers, found by typing', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  await tasks.goto(await api.createApp())
  await expect(page.getByText('No tasks yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Run New Workqueue' })).toBeVisible()
  const types = await tasks.openTypes()
  for (const name of ['delay', 'map', 'noop', 'plan'])
    await expect(types.getByRole('checkbox', { name: `task.workforce.${name}` })).toBeVisible()
  await types.getByLabel('Search types').fill('MAP')
  await expect(types.getByRole('checkbox')).toHaveCount(1)
  await types.getByLabel('Search types').fill('no such type')
  await expect(types.getByText('Nothing found')).toBeVisible()
})

test('the list is paged, and a page past the end links back', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const appId = await api.createApp()
  for (const name of ['One', 'Two']) await api.reaches(await api.start(appId, failing(name)), 'failed')
  await tasks.goto(appId, '?perPage=3')
  await expect(page.getByText('1-3 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/tasks?page=2&perPage=3`)
  await expect(page.getByText('4-4 of 4')).toBeVisible()
  await tasks.goto(appId, '?page=9')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page.getByText('1-4 of 4')).toBeVisible()
})

test('the date interval picker: fields, presets, faults, and the keys', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const { created } = tasks
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Picked')), 'failed')
  await tasks.goto(appId)
  await expect(created.chip).toContainText('Select dates')
  await created.open()
  await expect(created.panel.getByText('Local time zone: UTC')).toBeVisible()
  await expect(created.field('From', 'hour')).toHaveValue('0')
  await created.set('From', { date: '2026-03-01', hour: 14, minute: 5 })
  await created.set('To', { date: '2026-02-28', hour: 23 })
  await expect(created.panel.getByRole('alert')).toHaveText('From is after To')
  await expect(created.panel.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await created.field('To', 'date').fill('2099-12-31')
  await created.press('Apply')
  await expect(page).toHaveURL(
    `/apps/${appId}/tasks?created=2026-03-01T14:05:00.000Z,2099-12-31T23:00:00.000Z`,
  )
  await tasks.expectTasks('weigh', 'settle')
  await expect(created.chip).toContainText(/From 1 Mar.*, 14:05 To 31 Dec 2099, 23:00/)

  await created.open()
  await created.press('Last Hour')
  await created.press('Cancel')
  await expect(created.panel).toBeHidden()
  await expect(created.chip).toContainText('14:05')
  await created.open()
  await page.keyboard.press('Escape')
  await expect(created.panel).toBeHidden()
  await expect(created.chip).toBeFocused()
  await created.open()
  await created.press('Reset')
  await expect(page).toHaveURL(`/apps/${appId}/tasks`)
  await expect(created.field('From', 'date')).toHaveValue('')
  for (const preset of ['Last 2 Hours', 'Today', 'Current Week', 'Last Week', 'Last Hour'])
    await created.press(preset)
  await created.press('Apply')
  await expect(page).toHaveURL(/created=/)
  await tasks.expectTasks('weigh', 'settle')
})

test('a failed read shows its reason and is retried', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const appId = await api.createApp()
  await failOperation(page, 'TaskList', 'out of order')
  await failOperation(page, 'TaskTypes', 'out of order')
  await tasks.goto(appId)
  const toasts = page.locator('[data-scope=toast][data-part=title]')
  await expect(toasts.filter({ hasText: 'Error loading tasks: out of order' })).toBeVisible()
  await expect(toasts.filter({ hasText: 'Error loading workers: out of order' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The page reads its rows again by itself; its menus do so when they are asked.
  await expect(page.getByText('No tasks yet')).toBeVisible()
  const types = await tasks.openTypes()
  await types.getByRole('button', { name: 'Try again' }).click()
  await expect(types.getByRole('checkbox').first()).toBeVisible()
})

test('the summary counts running, waiting and failed tasks, and restarts failed ones', async ({
  page,
  api,
}) => {
  const summary = new TasksSummaryPage(page)
  const appId = await api.createApp()
  const running = await api.start(appId, endless('Running'))
  const broken = { ...failing('Broken'), description: 'lot 4411' }
  const again = await api.start(appId, broken)
  await api.reaches(again, 'failed')
  const waiting = { name: 'Waiting', tasks: [{ name: 'fetch', type: 'task.nobody.rates' }] }
  const queued = await api.start(appId, waiting)
  await api.reaches(running, 'started')
  await summary.goto(appId)
  await summary.expectCounts(1, 1, 1)
  await expect(summary.row('wait')).toBeVisible()
  const chosen = page.waitForRequest((request) => readsSummary(request, 'queued'))
  await summary.tab('Queued').click()
  await chosen
  await expect(page).toHaveURL(`/apps/${appId}/tasks-summary?tab=queued`)
  await expect(summary.row('fetch')).toBeVisible()
  await summary.tab('Failed').click()
  await expect(summary.row('settle')).toContainText('lot 4411')
  await expect(summary.row('settle')).toContainText('no checksum')
  await summary.period.selectOption('Last 7 Days')
  await expect(page).toHaveURL(`/apps/${appId}/tasks-summary?dateRange=7&tab=failed`)
  await page.reload()
  await expect(summary.period).toHaveValue('7')
  await expect(summary.row('settle')).toBeVisible()
  await page.goBack()
  await expect(summary.period).toHaveValue('0')

  await page.getByRole('searchbox').fill('lot checksum')
  await expect(page).toHaveURL(/&search=lot%20checksum$/)
  await expect(summary.row('settle')).toBeVisible()
  const reread = page.waitForRequest((request) => readsSummary(request, 'started'))
  await summary.restart('settle')
  await expect(page.getByText('Task: settle restarted.', { exact: true })).toBeVisible()
  await reread
  // The task fails again, for the same reason.
  await api.reaches(again, 'failed')
  await api.cancel(queued)
  await page.getByRole('searchbox').fill('')
  await summary.refreshButton.click()
  await summary.expectCounts(1, 0, 1)
  await summary.tab('Queued').click()
  await expect(page.getByText('There are no results to show')).toBeVisible()
  await api.cancel(running)
})

test('a refused restart shows the reason', async ({ page, api }) => {
  const summary = new TasksSummaryPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Broken')), 'failed')
  await summary.goto(appId, '?tab=failed')
  await failOperation(page, 'RestartTask', 'not now')
  await summary.restart('settle')
  await expect(page.getByText('Error restarting task: not now', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restart Task: settle' })).toBeEnabled()
})
