import { fannedOut } from './definitions.ts'
import { expect, test } from './operator.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

test('the graph of a fan-out: one selection in grid and rows, the next failure, one state, a phone', async ({
  page,
  api,
}) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, fannedOut('Scored'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  const [grid, rows] = [detail.squares('shards'), detail.fanOut('shards')]
  const node = page.getByLabel('shards, 12 tasks: 10 ended, 2 failed', { exact: true })
  await expect(node).toBeVisible()
  await expect(rows.getByRole('button', { name: /^shard [39], failed$/ })).toHaveCount(2)

  // A square and its row are one selection.
  await detail.pickSquare('shards', 8)
  await expect(detail.drawer('shard 9')).toBeVisible()
  await expect(rows.locator('[aria-current]')).toHaveText(/shard 9/)
  await rows.getByRole('button', { name: 'shard 3, failed' }).click()
  await expect(detail.drawer('shard 3')).toBeVisible()
  await expect(grid.locator('.heat-selected')).toHaveAttribute('x', String(2 * 14 - 1.5))

  // From outside of it, n leads to the next failure, which is brought into view.
  await page.keyboard.press('Escape')
  await expect(detail.drawer('shard 3')).toBeHidden()
  await page.keyboard.press('n')
  await expect(detail.drawer('shard 3')).toBeVisible()
  await page.keyboard.press('n')
  await expect(detail.drawer('shard 9')).toBeVisible()
  await expect(page.locator('.heat-selected')).toBeInViewport()

  // A count of the strip frames the next task of its state.
  await page
    .getByRole('group', { name: 'Tasks by state' })
    .getByRole('button', { name: /not started/ })
    .click()
  await expect(page).toHaveURL(/status=notstarted/)
  await expect(detail.drawer('merge')).toBeVisible()

  // The fan-out opens in place: each of its tasks is a node.
  await page.getByRole('switch', { name: 'Group fan-outs of 12 or more' }).click()
  await detail.expectNode('shard 12', 'ended')
  await page.getByRole('switch', { name: 'Group fan-outs of 12 or more' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/apps/${appId}/workqueues/${id}?task=none`)
  const joined = page.getByLabel('pack EU, pack UK: 2 ended', { exact: true })
  await expect(joined).toHaveText(/EU, UK/)
  const [above, below] = [
    await page
      .getByLabel(/^plan, ended/)
      .first()
      .boundingBox(),
    await joined.boundingBox(),
  ]
  expect(above!.y + above!.height).toBeLessThan(below!.y)
  await joined.click()
  await expect(page.locator('[data-drawer=sheet]')).toContainText('pack EU')
})
