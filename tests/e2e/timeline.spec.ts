import { expect, test } from './operator.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

const noop = 'task.workforce.noop'

test('the timeline has every attempt, and one moment with its link', async ({ page, api }) => {
  const appId = await api.createApp()
  const id = await api.start(appId, {
    name: 'Retried',
    tasks: [
      { name: 'weigh', type: noop },
      {
        name: 'settle',
        type: noop,
        depends: ['weigh'],
        inputs: { fail: 'no checksum' },
        retry: { max: 1, delayMs: 300, factor: 1 },
      },
    ],
  })
  await api.reaches(id, 'failed')
  await page.goto(`/apps/${appId}/workqueues/${id}?view=timeline`)
  const grid = page.getByRole('grid', { name: 'Timeline of Retried' })
  const attempts = grid
    .getByRole('row')
    .filter({ hasText: 'settle' })
    .getByRole('img', { name: 'no checksum' })
  await expect(attempts).toHaveCount(2, { timeout: 40_000 })
  await expect(attempts.last()).toHaveAccessibleName(/^attempt 2 of 2, retried after 0\.\d s/)

  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/[?&]at=\d+/)
  const moment = page.getByRole('region', { name: /^At \d\d:/ })
  await expect(moment).toContainText('1 ended, 1 failed')
  await page.keyboard.press('ArrowLeft')
  await expect(moment).toContainText('settle runs, attempt 2 of 2')
  await page.reload()
  await expect(moment).toContainText('settle runs, attempt 2 of 2')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/[?&]at=/)

  const box = await grid.boundingBox()
  if (!box) throw new Error('the timeline is not shown')
  await page.mouse.move(box.x + box.width - 20, box.y - 16)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y - 16, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/[?&]at=\d+/)

  await grid.getByText('weigh', { exact: true }).first().click()
  await expect(new WorkqueuePage(page).drawer('weigh')).toBeVisible()
})
