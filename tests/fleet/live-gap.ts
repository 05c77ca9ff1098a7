import type { Page } from 'playwright/test'

declare global {
  interface Window {
    /** The longest time without live updates in milliseconds, and since when there are none. */
    liveGap: { longest: number; since: number | null }
  }
}

/**
 * Records from now on how long the live mark of this page shows anything but `live`. A reload would end the
 * recording and fail the read.
 */
export function watchLiveMark(page: Page): Promise<void> {
  return page.evaluate(() => {
    const gap: Window['liveGap'] = { longest: 0, since: null }
    window.liveGap = gap
    setInterval(() => {
      const mark = document.querySelector('[data-live]')
      if (!mark) return
      if (mark.getAttribute('data-live') === 'live') gap.since = null
      else gap.longest = Math.max(gap.longest, performance.now() - (gap.since ??= performance.now()))
    }, 20)
  })
}

/** The longest such time since the last call, in seconds. */
export function longestLiveGap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = window.liveGap.longest / 1000
    window.liveGap.longest = 0
    return seconds
  })
}
