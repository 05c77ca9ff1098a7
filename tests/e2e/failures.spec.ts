import { setUpWorker } from '../support/worker-setup.ts'
import { expect, test } from './operator.ts'
import { FailurePage } from './pages/failure-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { askForTask, callOf } from './worker-task.ts'

test('the tasks of a failure are restarted on another alias, after an undo', async ({ page, api, stack }) => {
  const [failure, run] = [new FailurePage(page), new WorkqueuePage(page)]
  const appId = await api.createApp()
  const { type, aliases } = await setUpWorker(callOf(page, stack.url), 'Charger', ['stable'])
  // A task fails when its worker receives it: it reads a variable that the app does not have.
  const tasks = [{ name: 'charge', type, inputs: { key: '$var.nothing' } }]
  const runs = [
    await api.start(appId, { name: 'First', tasks }),
    await api.start(appId, { name: 'Second', tasks }),
  ]
  for (const _run of runs) await askForTask(aliases['default']!)
  for (const id of runs) await api.reaches(id, 'failed')
  // The other alias is polled, without a task.
  await askForTask(aliases['stable']!, 0)

  await run.goto(appId, runs[0]!)
  await page.getByRole('link', { name: '2 tasks failed like this' }).click()
  await failure.expectSentence('2 tasks of 2 workqueues failed for this cause')
  const dialog = await failure.openAliases()
  await dialog.getByRole('radio', { name: 'stable' }).check()
  await dialog.getByRole('button', { name: 'Restart 2 on stable' }).click()
  await expect(page.getByText(/^Restarting 2 tasks on stable in \d+ s$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not restarted', { exact: true })).toBeVisible()
  await failure.expectAlias('default', 2)

  await failure.openAliases()
  await dialog.getByRole('radio', { name: 'stable' }).check()
  await dialog.getByRole('button', { name: 'Restart 2 on stable' }).click()
  await expect(page.getByText(/^Restarting 2 tasks on stable/)).toBeVisible()
  // The platform holds the restart, so that a reload changes nothing.
  await page.reload()
  await expect(page.getByText(/^Restarting 2 tasks on stable/)).toBeVisible()
  await expect(page.getByText('2 of 2 restarted', { exact: true })).toBeVisible()
  await run.goto(appId, runs[1]!)
  await expect(run.taskRow('charge')).toContainText('stable')
})
