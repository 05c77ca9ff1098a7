import { expect, test } from './operator.ts'
import { setUpWorker, startIndependentRun } from '../support/worker-setup.ts'
import { BacklogPage } from './pages/backlog-page.ts'
import { unique } from './unique.ts'
import { askForTask, callOf, reportEnd } from './worker-task.ts'

test('a queue explains itself: its row opens with its pollers, and leads to its tasks and its worker', async ({
  page,
  stack,
}) => {
  const name = unique('Mail').replace(/\W/g, '')
  const call = callOf(page, stack.url)
  const worker = await setUpWorker(call, name, ['bigbatch'])
  await startIndependentRun(call, worker, 4)
  await askForTask(worker.aliases['default']!)
  const backlog = new BacklogPage(page)
  await backlog.goto(`?search=${name}`)
  const nobody = backlog.queue(worker.type, 'bigbatch')
  await expect(nobody.row).toContainText('no worker ever took this alias')
  await expect(nobody.row.getByRole('button', { name: 'Move 2…' })).toBeVisible()

  const polled = backlog.queue(worker.type, 'default')
  await polled.row.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${worker.type}/default$`))
  await expect(polled.details.getByRole('listitem').filter({ hasText: / s ago/ })).toBeVisible()
  await expect(polled.details.getByRole('img')).toBeVisible()
  await polled.details.getByRole('link', { name: '1 queued task in' }).click()
  await expect(page).toHaveURL(`/apps/${worker.appId}/tasks?type=${worker.type}&status=queued`)
  await page.goBack()
  await polled.details.getByRole('link', { name: `Worker ${name}` }).click()
  await expect(page.getByRole('region', { name: 'Pollers of default' })).toContainText('runs 1, 1 queued')
  const unpolled = page.getByRole('region', { name: 'Pollers of bigbatch' })
  await expect(unpolled).toContainText('nobody polls')
  await unpolled.getByRole('link', { name: 'Open queue' }).click()
  await expect(nobody.details).toContainText('No worker has polled it')
})

test('what no worker polls moves from its row to a polled alias, where a worker runs it', async ({
  page,
  stack,
}) => {
  const name = unique('Load').replace(/\W/g, '')
  const call = callOf(page, stack.url)
  const worker = await setUpWorker(call, name, ['bigbatch'])
  const polled = worker.aliases['default']!
  const { _id: run } = await call<{ _id: string }>('POST', `workqueues?appId=${worker.appId}`, {
    name: 'Load',
    tasks: [{ name: 'load', type: worker.type, alias: 'bigbatch' }],
  })
  expect(await askForTask(polled)).toBeNull()
  const backlog = new BacklogPage(page)
  await backlog.goto(`?search=${name}`)
  const { row } = backlog.queue(worker.type, 'bigbatch')
  await row.getByRole('button', { name: 'Move 1…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 queued task to another alias' })
  await expect(dialog.getByRole('radio', { name: 'default' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Move 1 to default' }).click()
  await expect(page.getByText('Moving 1 task to default in')).toBeVisible()
  const task = await askForTask(polled, 20)
  await reportEnd(stack.url, polled, task!)
  await expect(page.getByText('1 of 1 moved')).toBeVisible()
  await expect
    .poll(async () => (await call<{ status: string }>('GET', `workqueues/${run}`)).status)
    .toBe('completed')
})

test('a paused queue hands out nothing and says why, and a limit holds', async ({ page, stack }) => {
  const name = unique('Pdf').replace(/\W/g, '')
  const call = callOf(page, stack.url)
  const worker = await setUpWorker(call, name)
  const alias = worker.aliases['default']!
  await startIndependentRun(call, worker, 3)
  const backlog = new BacklogPage(page)
  await backlog.goto(`?search=${name}&open=${worker.type}/default`)
  const { row, details } = backlog.queue(worker.type, 'default')
  await details.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause queue' })
  await dialog.getByLabel(/^Reason/).fill('new template')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(row).toContainText('paused by admin')
  await expect(row).toContainText('new template; 3 wait, nothing is lost')
  expect(await askForTask(alias)).toBeNull()
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row).not.toContainText('paused')
  await details.getByLabel('Run at once').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('At most 1 run at once')).toBeVisible()
  const task = await askForTask(alias)
  expect(task).not.toBeNull()
  expect(await askForTask(alias)).toBeNull()
  await expect(row).toContainText('at its limit')
  await expect(row).toContainText('1 of 1 run')
  await reportEnd(stack.url, alias, task!)
  expect(await askForTask(alias)).not.toBeNull()
})
