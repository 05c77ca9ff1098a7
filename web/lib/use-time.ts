import { useEffect, useState, useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  subscribe(listener: () => void): () => void
}

/** One timer per interval for the whole page, running only while somebody listens. */
function createTicker(intervalMs: number): Ticker {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const ticker: Ticker = {
    now: Date.now(),
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        ticker.now = Date.now()
        timer = setInterval(() => {
          ticker.now = Date.now()
          for (const each of [...listeners]) each()
        }, intervalMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
  return ticker
}

const tickers = new Map<number, Ticker>()

type Interval = 500 | 10_000

/**
 * The present moment in milliseconds, renewed every `intervalMs` (500 for running durations, spec section 9).
 * Every caller of one interval ticks together.
 */
export function useNow(intervalMs: Interval): number {
  return useOfNow(intervalMs, (now) => now)
}

/** What `read` makes of the present moment, as `useNow` renews it: only another answer draws the caller again. */
export function useOfNow<Answer extends string | number>(
  intervalMs: Interval,
  read: (now: number) => Answer,
): Answer {
  let ticker = tickers.get(intervalMs)
  if (!ticker) {
    ticker = createTicker(intervalMs)
    tickers.set(intervalMs, ticker)
  }
  const current = ticker
  return useSyncExternalStore(current.subscribe, () => read(current.now))
}

/** A value as it was when it last stood still for `ms` milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
