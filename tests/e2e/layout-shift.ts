import type { Page } from 'playwright/test'

/** A part of the page that has moved while the page was loading, in pixels, and how much of the window that concerned. */
interface Shift {
  score: number
  moved: string[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** Not in the library of types: see the Layout Instability API. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Delays of the answers in turn, in milliseconds: they arrive in another order than they were asked for. */
const DELAYS = [120, 400, 200, 320, 160, 260]

/**
 * Records what moves in every document that the page loads from now on, whose answers are slowed. What stands below a part
 * that is read waits for it however long that takes: a page shows it after 1.5 s, which a busy machine needs for more.
 */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const patient = new CSSStyleSheet()
    patient.replaceSync(
      '[data-untold], [data-in-order] > :is([data-pending], :has([data-pending])) ~ * { animation-delay: 60s !important }',
    )
    document.adoptedStyleSheets.push(patient)
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.trim().slice(0, 30) ?? ''
          const [dx, dy] = [currentRect.x - previousRect.x, currentRect.y - previousRect.y]
          return `${node?.nodeName} "${text}" by ${Math.round(dx)}, ${Math.round(dy)}`
        })
        window.shifts.push({ score: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let calls = 0
  await page.route('**/graphql', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAYS[calls++ % DELAYS.length]))
    await route.continue().catch(() => undefined)
  })
}

/** What has moved since the document was loaded, once its answers have arrived. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => window.shifts)
}
