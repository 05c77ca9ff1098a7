import { useSyncExternalStore } from 'react'

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

/**
 * The present moment in milliseconds, renewed every `intervalMs` (500 for running durations, spec section 9).
 * Every caller of one interval ticks together.
 */
export function useNow(intervalMs: 500 | 10_000): number {
  let ticker = tickers.get(intervalMs)
  if (!ticker) {
    ticker = createTicker(intervalMs)
    tickers.set(intervalMs, ticker)
  }
  const current = ticker
  return useSyncExternalStore(current.subscribe, () => current.now)
}
