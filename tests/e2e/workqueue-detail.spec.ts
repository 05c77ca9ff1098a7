import type { Page } from 'playwright/test'
import { setUpWorker } from '../support/worker-setup.ts'
import { asksFor } from './asks-for.ts'
import { branching, failing, verbose } from './definitions.ts'
import { expect, test } from './operator.ts'
import { checkInMenu } from './pages/choose.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { askForTask, callOf } from './worker-task.ts'

test('arrows are dashed where an end is skipped or not started; Cancel disappears when the run ends', async ({
  page,
  api,
}) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, branching('Branching'))
  await detail.goto(appId, id)
  await detail.expectNode('drive', 'started')
  await detail.expectNode('refuse', 'skipped')
  await detail.expectNode('report', 'notstarted')
  await expect(detail.arrows('all')).toHaveCount(4)
  await expect(detail.arrows('dashed')).toHaveCount(2)
  await expect(page.getByText('A branch is skipped')).toBeVisible()
  await expect(page.getByRole('link', { name: 'branch' })).toHaveAttribute(
    'href',
    `/apps/${appId}/workqueues?tags=branch`,
  )
  await expect(detail.taskRow('drive')).toContainText('in progress')
  await expect(detail.cancelButton).toBeVisible()
  await detail.cancel()
  await detail.expectStatus('cancelled')
  await expect(detail.cancelButton).toHaveCount(0)
  await expect(page.getByText('Cancelled workqueue', { exact: true })).toBeVisible()
})

test('a wait is shown from 1001 ms on', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Waited'))
  await api.reaches(id, 'failed')
  // Built-in tasks never wait that long, so the test changes the answer.
  await setWaits(page, { weigh: 1000, settle: 1001 })
  await detail.goto(appId, id)
  await expect(detail.taskRow('settle')).toContainText('(waited 1 s')
  await expect(detail.taskRow('weigh')).not.toContainText('(waited')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

async function setWaits(page: Page, waits: Record<string, number>): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as {
      data?: { workqueue?: { tasks?: { name: string; wait: number }[] } }
    }
    for (const task of body.data?.workqueue?.tasks ?? []) task.wait = waits[task.name] ?? task.wait
    await route.fulfill({ response, json: body })
  })
}

test('Modify and rerun opens the cleaned definition and runs it', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Again'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  await page.getByRole('button', { name: 'Modify and rerun' }).click()
  await expect(page).toHaveURL(/\/create\?workqueue=/)
  const definition = JSON.parse(new URL(page.url()).searchParams.get('workqueue') ?? '') as object
  expect(definition).toMatchObject({ ...failing('Again'), rerunOf: id })
  // The second run contains no results of the first.
  const text = JSON.stringify(definition)
  for (const field of ['status', 'started', 'ended', 'attempt', 'reason', '_id', '__typename'])
    expect(text).not.toContain(`"${field}"`)
  const newId = await new RunWorkqueuePage(page).submit()
  expect(newId).not.toBe(id)
  await detail.expectStatus('failed')
  await expect(page.locator(`a[title="${id}"]`)).toBeVisible()
})

test('logs: none, one error with its trace, and many with buttons', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Logged'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  await detail.showLogs('weigh')
  await expect(
    page.getByText('No logs available at this time, logs could take up to 5 minutes to appear.', {
      exact: true,
    }),
  ).toBeVisible()
  await detail.showLogs('settle')
  const logs = detail.logs('settle')
  await expect(logs).toContainText('no checksum')
  await logs.getByRole('button', { name: 'Stack trace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stack trace' })
  await expect(dialog).toContainText(/no checksum[\s\S]*\n?\s+at /)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Collapse Logs' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh Logs' }).click()
  await expect(page.getByText('Workqueue Logs Loaded', { exact: true })).toBeVisible()

  const many = await api.start(appId, verbose('Talkative'))
  await api.reaches(many, 'failed')
  await detail.goto(appId, many)
  await detail.showLogs('settle')
  await expect(detail.logs('settle').getByRole('button', { name: 'Stack trace' })).toHaveCount(12)
  const times = await detail
    .logs('settle')
    .locator('time')
    .evaluateAll((all) => all.map((each) => each.getAttribute('datetime')))
  expect(times).toEqual([...times].sort())
  await expect(page.getByRole('button', { name: 'Re-run', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Collapse Logs' }).click()
  await expect(detail.logs('settle')).toHaveCount(0)
})

test('a long log is searched, filtered, linked to and downloaded', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, verbose('Long log'))
  await api.reaches(id, 'failed')
  await lengthenLog(page, id, 3000)
  await detail.goto(appId, id)
  await detail.showLogs('settle')
  const logs = detail.logs('settle')
  // The end is scrolled into view, and only visible lines are rendered.
  await expect(logs).toContainText('line 2999')
  expect(await logs.getByRole('listitem').count()).toBeLessThan(200)
  const follow = page.getByRole('switch', { name: 'Follow' })
  await expect(follow).toBeChecked()
  await page.getByRole('searchbox', { name: 'Find: settle' }).fill('LINE 17')
  await expect(page.getByText('1 of 111')).toBeVisible()
  await expect(logs.locator('[aria-current]')).toHaveText(/line 17$/)
  await expect(follow).not.toBeChecked()
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect(logs.locator('[aria-current]')).toHaveText(/line 170$/)
  await page.getByRole('button', { name: 'Previous match' }).click()
  await page.getByRole('searchbox', { name: 'Find: settle' }).press('Escape')
  await checkInMenu(page, /^Level/, 'warn')
  await expect(logs).not.toContainText('info')
  await follow.check({ force: true })
  await expect(logs).toContainText('line 2999')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: settle' }).click()
  expect((await downloading).suggestedFilename()).toBe('settle.log')
  await logs.getByRole('link').last().click()
  await expect(page).toHaveURL(/#log-/)
  await page.reload()
  await expect(detail.logs('settle').locator('[aria-current]')).toHaveText(/line 2999$/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/**
 * A run of built-in tasks logs little, so the test makes the answer longer: info, and every third line a
 * warning.
 */
async function lengthenLog(page: Page, workqueueId: string, lines: number): Promise<void> {
  const run = (await (await page.request.get(`/api/workqueues/${workqueueId}`)).json()) as {
    tasks: { _id: string }[]
  }
  const workqueueLogs = Array.from({ length: lines }, (_, index) => ({
    __typename: 'LogEntry',
    id: `line-${index}`,
    taskId: run.tasks[0]?._id,
    attempt: 1,
    timestamp: new Date(Date.UTC(2026, 2, 1) + index * 10).toISOString(),
    level: index % 3 === 2 ? 'warn' : 'info',
    message: `line ${index}`,
    stacktrace: null,
  }))
  await page.route('**/graphql', (route) =>
    asksFor('WorkqueueLogs')(route.request())
      ? route.fulfill({ json: { data: { workqueueLogs } } })
      : route.continue(),
  )
}

test('a failed task is restarted on another alias of its worker', async ({ page, api, stack }) => {
  const detail = new WorkqueuePage(page)
  const {
    appId,
    type,
    aliases: keys,
    workerId,
  } = await setUpWorker(callOf(page, stack.url), 'Loader', ['gpu'])
  // The task fails when its worker receives it: it reads a variable that the app does not have.
  const tasks = [{ name: 'load', type, inputs: { key: '$var.nothing' } }]
  const id = await api.start(appId, { name: 'Aliased', tasks })
  await askForTask(keys['default']!)
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  const rerun = page.getByRole('button', { name: 'Re-run (new Alias): load' })
  const dialog = page.getByRole('dialog', { name: 'Re-run Task with a different Alias' })
  const aliases = dialog.getByRole('radiogroup', { name: 'Aliases' })
  const gpu = dialog.getByRole('radio', { name: 'gpu' })

  await page.route('**/graphql', (route) =>
    asksFor('TaskAliases')(route.request())
      ? route.fulfill({ json: { errors: [{ message: 'away', extensions: { code: 'UNAVAILABLE' } }] } })
      : route.continue(),
  )
  await rerun.click()
  await expect(page.getByText(`Couldn't get aliases for type: [${type}]... away`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })

  await rerun.click()
  await expect(dialog.getByLabel('Name')).toHaveValue('load')
  await expect(dialog.getByLabel('Type')).toHaveValue(type)
  await expect(dialog.getByLabel('Type')).toHaveAttribute('readonly')
  // An alias that no worker polls is the last choice, even after the one on which the task has just failed.
  const rows = aliases.getByRole('row').filter({ has: page.getByRole('radio') })
  await expect(rows).toHaveText([/^default.*failed here/, /^gpu.*nobody polls/])
  const run = dialog.getByRole('button', { name: 'Run', exact: true })
  await expect(run).toBeDisabled()
  await gpu.focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('alert')).toHaveText('Please select an Alias!')
  await gpu.check()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await run.click()
  await expect(page.getByText('Task: [load] restarted with Alias: [gpu].', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(detail.taskRow('load')).toContainText('gpu')
  await askForTask(keys['gpu']!)
  await detail.expectTask('load', 'failed')

  await rerun.click()
  await gpu.check()
  await api.remove(`workers/${workerId}/aliases/gpu`)
  await run.click()
  await expect(page.getByText(/^Couldn't restart task: \[load\] with Alias\.\.\. ./)).toBeVisible()
})

test("a run is saved as a plan, and the plan's runs link back to it", async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Once'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  const name = `Kept ${appId}`
  await page.getByRole('button', { name: 'Save as Plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as Plan' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(dialog.getByLabel('Name')).toHaveValue('Once')
  await dialog.getByLabel('Name').fill('  ')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Created plan: ${name}`, { exact: true })).toBeVisible()
  await dialog.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const planId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const plan = (await (await page.request.get(`/api/plans/${planId}`)).json()) as object
  expect(plan).toMatchObject({ ...failing(name) })
  expect(plan).not.toHaveProperty('rerunOf')

  const headers = { 'x-csrf': '1', origin: new URL(page.url()).origin }
  const run = await page.request.post(`/api/plans/${planId}/run?appId=${appId}`, { data: {}, headers })
  await detail.goto(appId, ((await run.json()) as { _id: string })._id)
  await page.getByRole('region', { name: 'Details' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/plans/${planId}`)
})

test('an unknown workqueue leads back to the list with the reason', async ({ page, api }) => {
  const appId = await api.createApp()
  await new WorkqueuePage(page).goto(appId, 'ffffffffffffffffffffffff')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  // Checked first, because the message disappears after seven seconds.
  await expect(page.locator('[data-scope=toast][data-part=title]')).toHaveText([
    'Error loading workqueue: Workqueue not found',
  ])
  await expect(page.getByText('No workqueues yet')).toBeVisible()
})
