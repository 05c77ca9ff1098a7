import type { Page } from 'playwright/test'
import { evidence } from '../support/evidence.ts'
import { expect, test } from './operator.ts'
import { BacklogPage } from './pages/backlog-page.ts'

const ROWS = 5000
/**
 * A frame that is late by that many milliseconds was blocked, however busy the machine is: on the page's own
 * thread each of these patterns would block the browser's engine practically forever.
 */
const LATE_MS = 2500

/** Each would run for years: it is stopped, which the screen reports with the pattern. */
const patterns = ['(a+)+$', '(a|aa)+$']

interface Watched {
  longestFrame: number
}

/** The backlog's answer, filled with rows up to the given number. */
async function fillBacklog(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data?: { backlog?: { id: string; type: string }[] } }
    const [first] = body.data?.backlog ?? []
    if (first && body.data)
      body.data.backlog = Array.from({ length: ROWS }, (_, row) => ({
        ...first,
        id: `row-${row}`,
        type: `task.row.${'a'.repeat(30)}.${row}!`,
      }))
    await route.fulfill({ response, json: body })
  })
}

test('patterns that keep an engine busy are stopped without blocking a frame, and the list stays usable', async ({
  page,
  api,
}) => {
  const backlog = new BacklogPage(page)
  const appId = await api.createApp()
  await api.start(appId, { name: 'Waits', tasks: [{ name: 'read', type: 'task.patterns.ocr' }] })
  await fillBacklog(page)
  await backlog.goto()
  await expect(page.getByRole('button', { name: 'Show 200 more' })).toBeVisible()
  await backlog.search().fill('none such')
  await expect(page.getByText('Nothing matches this pattern')).toBeVisible()

  await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.longestFrame = 0
    let last = performance.now()
    const frame = (now: number) => {
      watched.longestFrame = Math.max(watched.longestFrame, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  for (const pattern of patterns) {
    await backlog.search().fill(pattern)
    await expect(page.getByText(`The search for ${pattern} was stopped after 3 seconds.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show 200 more' })).toBeVisible()
  }
  await backlog.search().fill('^(?!task|default)')
  await expect(page.getByText('Nothing matches this pattern')).toBeVisible()
  const longest = await page.evaluate(() => (window as unknown as Watched).longestFrame)
  expect(longest).toBeLessThan(LATE_MS)
  evidence({
    check: 34,
    figures: { 'rows in the browser': ROWS, patterns: patterns.length, 'longest frame, ms': longest },
    breaks: 'patterns are searched on the thread of the page',
  })
})
