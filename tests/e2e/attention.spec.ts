import { setUpWorker } from '../support/worker-setup.ts'
import { expect, test } from './operator.ts'
import { askForTask, callOf } from './worker-task.ts'

test('a failure is restarted from the Attention screen by two clicks', async ({ page, api, stack }) => {
  const appId = await api.createApp()
  const { type, aliases } = await setUpWorker(callOf(page, stack.url), 'Sweeper', [])
  // A task fails when its worker receives it: it reads a variable that the app does not have.
  const id = await api.start(appId, {
    name: 'Sweep',
    tasks: [{ name: 'sweep', type, inputs: { key: '$var.nothing' } }],
  })
  await askForTask(aliases['default']!)
  await api.reaches(id, 'failed')

  await page.goto(`/dashboard/attention?app=${appId}`)
  const list = page.getByRole('region', { name: 'Needs attention' })
  const restart = list.getByRole('button', { name: 'Restart 1' })
  await expect(restart).toBeVisible()
  await expect(page.getByRole('link', { name: 'Attention', exact: true })).toHaveAccessibleDescription(/\d/)
  await expect(page).toHaveTitle(/^\(\d+\) Attention - Workforce$/)
  await restart.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sweep')
  await dialog.getByRole('button', { name: 'Restart 1' }).click()
  await expect(page.getByText(/^Restarting 1 task in \d+ s$/)).toBeVisible()
  await expect(page.getByText('1 of 1 restarted', { exact: true })).toBeVisible()
})
