import type { Page } from 'playwright/test'
import { branching, failing, talkative } from './definitions.ts'
import { expect, test } from './operator.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

test('arrows are dashed where an end is skipped or not started; Cancel goes with the run', async ({
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

test('a wait is told from 1001 ms on', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Waited'))
  await api.reaches(id, 'failed')
  // Built-in tasks never wait that long, so the answer is changed on its way.
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
  // Nothing of what happened to the first run goes into the second.
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

  const many = await api.start(appId, talkative('Talkative'))
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

test('a workqueue that is not there leads back to the list with the reason', async ({ page, api }) => {
  const appId = await api.createApp()
  await new WorkqueuePage(page).goto(appId, 'ffffffffffffffffffffffff')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  await expect(page.getByText('No workqueues yet')).toBeVisible()
  await expect(page.locator('[data-scope=toast][data-part=title]')).toHaveText([
    'Error loading workqueue: Workqueue not found',
  ])
})
