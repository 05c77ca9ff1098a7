import { expect, test } from './operator.ts'
import { Palette } from './pages/palette.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

test('a failed run is found and restarted, and five screens are opened, by keys only', async ({
  page,
  api,
}) => {
  const [palette, run] = [new Palette(page), new WorkqueuePage(page)]
  const appId = await api.createApp()
  const name = `Meteor ${Date.now()}`
  const task = {
    name: 'settle',
    type: 'task.workforce.noop',
    inputs: { fail: 'no checksum', failAttempts: 1 },
  }
  const id = await api.start(appId, { name, tasks: [task] })
  await api.reaches(id, 'failed')

  await page.goto('/apps')
  await expect(page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
  await palette.choose(name, name)
  await page.waitForURL(`**/workqueues/${id}`)
  await run.expectStatus('failed')
  await palette.choose('re run failed', 'Re Run failed tasks of this workqueue')
  const question = page.getByRole('alertdialog', { name: 'Re Run failed tasks' })
  await expect(question).toContainText(name)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Re Run 1 failed task' })).toBeFocused()
  await page.keyboard.press('Enter')
  await run.expectStatus('completed')

  for (const [keys, address] of [
    ['gw', `/apps/${appId}/workqueues`],
    ['gt', `/apps/${appId}/tasks`],
    ['gb', '/dashboard/backlog'],
    ['gp', '/plans'],
  ] as const) {
    await page.keyboard.type(keys)
    await page.waitForURL(`**${address}`)
  }
  await palette.choose('my settings', 'Go to My settings')
  await page.waitForURL('**/account?tab=mine')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list.getByText('Attention', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
})
