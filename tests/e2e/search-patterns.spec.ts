import type { Page } from 'playwright/test'
import { evidence } from '../support/evidence.ts'
import { expect, test } from './operator.ts'
import { BacklogPage } from './pages/backlog-page.ts'

const ROWS = 5000
/**
 * Frames that the page draws at least during the 3 seconds of a search, however busy the machine is: on the page's own
 * thread the pattern would let it draw none.
 */
const FRAMES = 10

/** It would run for years: it is stopped, which the screen reports with the pattern. */
const pattern = '(a|aa)+$'

interface Watched {
  frames: number
}

/**
 * Fills the backlog's answer with rows. After a call of the returned function the next answers, one every five seconds,
 * wait for the end of the test: they would keep a slow machine busy with rows that have not changed, beside what is
 * measured.
 */
async function fillBacklog(page: Page): Promise<() => void> {
  let isHeld = false
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data?: { backlog?: { id: string; type: string }[] } }
    const [first] = body.data?.backlog ?? []
    if (first && body.data) {
      if (isHeld) return
      body.data.backlog = Array.from({ length: ROWS }, (_, row) => ({
        ...first,
        id: `row-${row}`,
        type: `task.row.${'a'.repeat(30)}.${row}!`,
      }))
    }
    await route.fulfill({ response, json: body })
  })
  return () => {
    isHeld = true
  }
}

test('a pattern that keeps an engine busy is stopped without blocking the page, and the list stays usable', async ({
  page,
  api,
}) => {
  const backlog = new BacklogPage(page)
  const appId = await api.createApp()
  await api.start(appId, { name: 'Waits', tasks: [{ name: 'read', type: 'task.patterns.ocr' }] })
  const holdNext = await fillBacklog(page)
  await backlog.goto()
  await expect(page.getByRole('button', { name: 'Show 200 more' })).toBeVisible()
  holdNext()
  await backlog.search().fill('none such')
  await expect(page.getByText('Nothing matches this pattern')).toBeVisible()

  await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.frames = 0
    const frame = () => {
      watched.frames++
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const frames = () => page.evaluate(() => (window as unknown as Watched).frames)
  const before = await frames()
  await backlog.search().fill(pattern)
  await expect(page.getByText(`The search for ${pattern} was stopped after 3 seconds.`)).toBeVisible()
  const drawn = (await frames()) - before
  expect(drawn).toBeGreaterThan(FRAMES)
  await expect(page.getByRole('button', { name: 'Show 200 more' })).toBeVisible()
  await backlog.search().fill('(?!)x')
  await expect(page.getByText('Nothing matches this pattern')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  evidence({
    check: 34,
    figures: { 'rows in the browser': ROWS, 'frames drawn during the search': drawn },
    breaks: 'patterns are searched on the thread of the page',
  })
})
