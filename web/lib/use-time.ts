import { createContext, startTransition, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatest } from './use-latest.ts'

interface Ticker {
  now: number
  /** Sets a clock that nothing uses, which has stopped. */
  wake(): void
  subscribe(listener: () => void): () => void
}

/** One timer per interval for the whole page, running only while there are subscribers. */
function createTicker(intervalMs: number): Ticker {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const ticker: Ticker = {
    now: Date.now(),
    wake() {
      if (listeners.size === 0) ticker.now = Date.now()
    },
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

function tickerOf(intervalMs: Interval): Ticker {
  const ticker = tickers.get(intervalMs) ?? createTicker(intervalMs)
  tickers.set(intervalMs, ticker)
  return ticker
}

/** Calls `listener` with the time whenever `useNow` of this interval changes; returns what ends that. */
export function onTick(intervalMs: Interval, listener: (now: number) => void): () => void {
  const ticker = tickerOf(intervalMs)
  return ticker.subscribe(() => listener(ticker.now))
}

/**
 * The time that `useNow` has in all components below, in milliseconds since 1970; null: the current time. Where reads fail it
 * is that of the last read: ages do not count on, and what was polled then is not taken for unpolled.
 */
export const StoppedClock = createContext<number | null>(null)

/** Since when the live connection is lost, in milliseconds since 1970, for what lies over the mark of the page; null: it is not. */
export const LostSince = createContext<number | null>(null)

/**
 * The current time in milliseconds, updated every `intervalMs` (500 for running durations). All callers with
 * the same interval update together.
 */
export function useNow(intervalMs: Interval): number {
  return useOfNow(intervalMs, (now) => now)
}

/**
 * A value computed from the current time, as `useNow` updates it: renders the caller only when the value
 * changes.
 */
export function useOfNow<Answer extends string | number>(
  intervalMs: Interval,
  read: (now: number) => Answer,
): Answer {
  const current = tickerOf(intervalMs)
  current.wake()
  const stoppedAt = use(StoppedClock)
  return useSyncExternalStore(current.subscribe, () => read(stoppedAt ?? current.now))
}

/** The value after it has stayed the same for `ms` milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Calls the newest `act` every `ms` milliseconds; with null never. */
export function useInterval(ms: number | null, act: () => void): void {
  const latest = useLatest(act)
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms, latest])
}

/** Time in which a page with much to draw has been painted, in milliseconds. */
const PAINTED_MS = 100

/** False until the caller has been on the screen for a moment: what may come later does not delay the first paint. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), PAINTED_MS)
    return () => clearTimeout(timer)
  }, [])
  return painted
}
