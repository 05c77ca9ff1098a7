import type { Page } from 'playwright/test'

declare global {
  interface Window {
    /** Milliseconds of the longest time without live updates, and since when there are none. */
    liveGap: { longest: number; since: number | null }
  }
}

/** Notes from now on how long the mark of this page says anything but `live`. A reload would end it, and fail the reading. */
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

/** Seconds of the longest such time since the last call. */
export function longestLiveGap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = window.liveGap.longest / 1000
    window.liveGap.longest = 0
    return seconds
  })
}
