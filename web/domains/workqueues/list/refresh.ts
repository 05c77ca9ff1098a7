/** The shortest time between two reads that events cause, in milliseconds. */
const EVENT_GAP_MS = 3000
/** How long events are joined, in milliseconds. */
const JOIN_MS = 500
/** The time between two reads while a listed run runs, in milliseconds. */
export const RUNNING_MS = 10_000

export interface Refresh {
  /** An event has changed what is read with the page only. */
  request(): void
  /** Whether a listed run runs: then the page is read regularly. */
  running(on: boolean): void
  stop(): void
}

/**
 * Decides when the page of a list is read again for what live events do not have: the causes, counts and active times
 * of its runs. Soon after an event, but not more often than every three seconds, and every ten seconds while a run
 * runs; never while `isHidden`, and then once when `seen` is called.
 */
export function createRefresh(
  read: () => void,
  isHidden: () => boolean,
  now: () => number = Date.now,
): Refresh & { seen(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Infinity
  let last = -Infinity
  let isRunning = false
  let missed = false

  const plan = (at: number) => {
    if (at >= due) return
    due = at
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(0, at - now()))
  }
  const run = () => {
    due = Infinity
    last = now()
    missed = isHidden()
    if (!missed) read()
    if (isRunning && !missed) plan(last + RUNNING_MS)
  }
  return {
    request: () => plan(Math.max(now() + JOIN_MS, last + EVENT_GAP_MS)),
    running(on) {
      isRunning = on
      if (on && !missed) plan(now() + RUNNING_MS)
    },
    seen() {
      if (missed) plan(now())
    },
    stop() {
      clearTimeout(timer)
      due = Infinity
      isRunning = false
    },
  }
}
