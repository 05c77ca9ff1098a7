import type { Page } from 'playwright'
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
  // Where it is on the screen: the rest of it is beside the canvas, which a click on its middle would scroll.
  await joined.click({ position: { x: 14, y: 14 } })
  await expect(page.locator('[data-drawer=sheet]')).toContainText('pack EU')
})

// Fails when a graph as wide as a phone holds the page, or cannot be moved.
test('one finger on a graph scrolls the page and moves the graph sideways, two move the graph', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const id = await api.start(appId, fannedOut('Touched'))
  await api.reaches(id, 'failed')
  await page.setViewportSize({ width: 390, height: 844 })
  const touch = await touchOf(page)
  await page.goto(`/apps/${appId}/workqueues/${id}`)
  const view = page.locator('.react-flow__viewport')
  await expect(page.getByLabel('shards, 12 tasks: 10 ended, 2 failed', { exact: true })).toBeVisible()
  const [canvas, zoom] = [
    await page.locator('.task-graph').boundingBox(),
    await page.getByRole('group', { name: 'Zoom', exact: true }).boundingBox(),
  ]
  expect(canvas!.y + canvas!.height, 'the controls cover no task').toBeLessThanOrEqual(zoom!.y)
  const stand = async () => ({
    scrolled: await page.evaluate(() => window.scrollY),
    graph: await view.evaluate((element) => {
      const { e: x, f: y } = new DOMMatrix(getComputedStyle(element).transform)
      return { x, y }
    }),
  })
  const before = await stand()
  await touch([{ x: 200, y: 800 }], { x: 0, y: -200 })
  await expect.poll(async () => (await stand()).scrolled).toBeGreaterThan(before.scrolled + 50)
  const scrolled = await stand()
  expect(scrolled.graph).toEqual(before.graph)

  await touch([{ x: 300, y: 600 }], { x: -80, y: 2 })
  await expect.poll(async () => (await stand()).graph.x).toBeLessThan(scrolled.graph.x - 50)
  expect(await stand()).toMatchObject({ scrolled: scrolled.scrolled, graph: { y: scrolled.graph.y } })

  const aside = await stand()
  const { y, height } = (await page.locator('.task-graph').boundingBox())!
  const middle = Math.min(y + height, 844) / 2 + Math.max(y, 0) / 2
  await touch(
    [
      { x: 100, y: middle },
      { x: 200, y: middle },
    ],
    { x: 0, y: -60 },
  )
  await expect.poll(async () => (await stand()).graph.y).toBeLessThan(aside.graph.y - 30)
  expect((await stand()).scrolled).toBe(aside.scrolled)
})

/** Moves fingers over the page in ten frames, and rests before it lifts them: the page does not go on by itself. */
async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return async (fingers: { x: number; y: number }[], by: { x: number; y: number }) => {
    const at = (part: number) =>
      fingers.map(({ x, y }, id) => ({ id, x: x + by.x * part, y: y + by.y * part }))
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= 20; step++) {
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(Math.min(1, step / 10)),
      })
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}
