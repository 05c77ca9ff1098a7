import type { Page, Route } from 'playwright/test'
import { expect, test, type Api } from './operator.ts'
import { BacklogPage } from './pages/backlog-page.ts'

let made = 0

/** Runs whose tasks wait for workers that do not exist; `start` queues a given number of a type. */
async function queues(api: Api) {
  const mark = `mark${Date.now() % 1e6}x${++made}`
  const appId = await api.createApp()
  const typeOf = (name: string) => `task.${mark}.${name}`
  const start = (name: string, count: number, alias?: string) =>
    api.start(appId, {
      name,
      tasks: Array.from({ length: count }, (_, index) => ({
        name: `${name} ${index}`,
        type: typeOf(name),
        ...(alias ? { alias } : {}),
      })),
    })
  return { mark, typeOf, start }
}

/** Simulates that the tab becomes hidden or visible. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('the longest queue is first; other orders and the search are kept in the address', async ({
  page,
  api,
}) => {
  const backlog = new BacklogPage(page)
  const { mark, typeOf, start } = await queues(api)
  await start('ocr', 3)
  await start('scale', 5, 'edge')
  await start('crane', 1)
  const [crane, ocr, scale] = [typeOf('crane'), typeOf('ocr'), typeOf('scale')]
  await backlog.goto(`?search=${mark}`)
  await backlog.expectTypes(scale, ocr, crane)
  await expect(backlog.cell(scale, 2)).toHaveText('edge')
  await expect(backlog.cell(ocr, 2)).toHaveText('default')
  await expect(backlog.cell(ocr, 4)).toHaveText('3')
  await expect(backlog.cell(ocr, 5)).toHaveText('0')
  await expect(backlog.cell(ocr, 6)).toHaveText(/now|ago/)
  await expect(backlog.cell(ocr, 7)).toHaveText('N/A')

  await backlog.sortBy('Queued')
  await backlog.expectTypes(crane, ocr, scale)
  await expect(page).toHaveURL(`/dashboard?sort=queued&search=${mark}`)
  await backlog.sortBy('Type')
  await backlog.sortBy('Type')
  await backlog.expectTypes(scale, ocr, crane)
  await expect(page.getByRole('columnheader', { name: 'Type', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  for (const column of ['Alias', 'Retry', 'Started', 'Oldest Queued', 'Oldest Started']) {
    await backlog.sortBy(column)
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveAttribute(
      'aria-sort',
      /ending$/,
    )
  }
  await page.goBack()
  await expect(page).toHaveURL(/sort=-oldestQueued/)
  await page.reload()
  await backlog.expectTypes(ocr, scale, crane)
})

test('the search accepts patterns for type or alias, reports invalid ones, and no pattern blocks the page', async ({
  page,
  api,
}) => {
  const backlog = new BacklogPage(page)
  const { mark, typeOf, start } = await queues(api)
  await start('ocr', 2)
  await start('scale', 1, `EDGE-${mark}`)
  const [ocr, scale] = [typeOf('ocr'), typeOf('scale')]
  await backlog.goto()
  await backlog.search().fill(`^task\\.${mark.toUpperCase()}\\.(ocr|crane)$`)
  await backlog.expectTypes(ocr)
  await backlog.search().fill(`edge-${mark}`)
  await backlog.expectTypes(scale)
  await backlog.search().fill(`${mark}[`)
  await expect(page.getByText(/^Not a pattern: .*\[ \(unterminated character class\)/)).toBeVisible()
  await expect(backlog.row(ocr)).toBeVisible()
  await backlog.search().fill(`task\\.${mark}\\.(?!scale)`)
  await backlog.expectTypes(ocr)
  await backlog.search().fill(`no-${mark}`)
  await expect(page.getByText('Nothing matches this pattern')).toBeVisible()
  await page.reload()
  await expect(backlog.search()).toHaveValue(`no-${mark}`)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(backlog.row(ocr)).toBeVisible()
})

test('ages are marked by colour and shape, from one minute and from ten minutes on', async ({
  page,
  api,
}) => {
  const backlog = new BacklogPage(page)
  const { mark, typeOf, start } = await queues(api)
  await start('ocr', 1)
  const age = () => backlog.cell(typeOf('ocr'), 6).locator('[data-age]')
  for (const [minutes, level] of [
    [0, 'success'],
    [2, 'warning'],
    [11, 'danger'],
  ] as const) {
    await page.clock.setFixedTime(Date.now() + minutes * 60_000)
    await backlog.goto(`?search=${mark}`)
    await expect(age()).toHaveAttribute('data-age', level)
    await expect(age().locator('svg')).toBeVisible()
  }
})

test('counters change between two reads without user input', async ({ page, api }) => {
  const backlog = new BacklogPage(page)
  const { mark, typeOf, start } = await queues(api)
  await start('ocr', 1)
  // Polling is off, so only events change the counters.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    window.setInterval = ((work: () => void, ms: number) =>
      ms === 5000 ? 0 : every(work, ms)) as typeof setInterval
  })
  await backlog.gotoLive(`?search=${mark}`)
  await expect(backlog.cell(typeOf('ocr'), 4)).toHaveText('1')
  await start('ocr', 2)
  await expect(backlog.cell(typeOf('ocr'), 4)).toHaveText('3')
  await start('crane', 1)
  await expect(backlog.row(typeOf('crane'))).toBeVisible()
})

test('it is read every five seconds, but not in a hidden tab or after leaving the page', async ({ page }) => {
  const backlog = new BacklogPage(page)
  await page.clock.install()
  await backlog.goto()
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live')
  await page.clock.pauseAt(Date.now() + 3000)
  const reads = backlog.countReads()
  for (const read of [1, 2]) {
    await page.clock.runFor(5000)
    await expect.poll(reads).toBeGreaterThanOrEqual(read)
  }
  await setHidden(page, true)
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'paused')
  const shown = reads()
  await page.clock.runFor(20_000)
  expect(reads()).toBe(shown)
  await setHidden(page, false)
  await page.clock.runFor(6000)
  await expect.poll(reads).toBeGreaterThan(shown)
  await page.getByRole('link', { name: 'Clusters' }).click()
  await expect(page.getByRole('heading', { name: 'Clusters', exact: true })).toBeVisible()
  const left = reads()
  await page.clock.runFor(20_000)
  expect(reads()).toBe(left)
})

test('a failed read shows its reason and can be repeated', async ({ page, api }) => {
  const backlog = new BacklogPage(page)
  const { typeOf, start } = await queues(api)
  await start('ocr', 1)
  let answer: (route: Route) => unknown = (route) => route.abort()
  await page.route('**/graphql', (route) => answer(route))
  await page.clock.install()
  await backlog.goto()
  await expect(page.getByText(/^Error loading data: /).first()).toBeVisible()
  // Otherwise the page would retry by itself. The read that the clock jump started is held until the button
  // was used.
  const held: Route[] = []
  answer = (route) => held.push(route)
  await page.clock.pauseAt(Date.now() + 1000)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  answer = (route) => route.continue()
  await Promise.all(held.map(answer))
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  // The task may have been queued after that read.
  await page.clock.resume()
  await expect(backlog.row(typeOf('ocr'))).toBeVisible()
})

test('on a phone a queue that the address opens is brought into view, below the bar of the page', async ({
  page,
  api,
}) => {
  const { mark, typeOf, start } = await queues(api)
  for (let count = 9; count > 0; count--) await start(`queue${count}`, count)
  await page.setViewportSize({ width: 390, height: 844 })
  // The one with the fewest tasks is last.
  await new BacklogPage(page).goto(`?search=${mark}&open=${typeOf('queue1')}/default`)
  const row = page.locator('tr[data-open]')
  await expect(row).toContainText('queue1')
  await expect(row).toBeInViewport({ ratio: 1 })
  const bar = await page.getByRole('banner').boundingBox()
  expect((await row.boundingBox())!.y).toBeGreaterThanOrEqual(bar!.height)
})
