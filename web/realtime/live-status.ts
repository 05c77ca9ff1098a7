import { useSyncExternalStore } from 'react'
import { createSignal, createStore } from '../lib/store.ts'

/**
 * State of the live connection: `off` without subscriptions, `connecting` for the first time, `live`, or
 * `reconnecting` after a loss. While it is not `live` the page may show outdated values.
 */
export type Connection = 'off' | 'connecting' | 'live' | 'reconnecting'

/** The state of the live connection of the page. */
export const connection = createStore<Connection>('off')

let lostAt: number | null = null
connection.subscribe(() => {
  lostAt = connection.get() === 'reconnecting' ? (lostAt ?? Date.now()) : null
})

/**
 * The moment up to which what is shown is known, in milliseconds since 1970: `now`, or the loss of the connection. An age
 * that is computed from it stops while the page is stale.
 */
export const knownUntil = (now: number): number => (lostAt === null ? now : Math.min(now, lostAt))

/** Raised when updates may have been missed: every subscriber reads its data again. */
export const resync = createSignal()

/**
 * Whether a read has failed for lack of a connection since the last call of `take`; its data is missing on
 * the screen.
 */
export const failedRead = (() => {
  let failed = false
  return {
    note: () => void (failed = true),
    take() {
      const was = failed
      failed = false
      return was
    },
  }
})()

/** The state of the live connection, kept up to date. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get)
}

/** When the live connection was lost, in milliseconds since 1970; null while it is not. */
export const useLostAt = (): number | null => useSyncExternalStore(connection.subscribe, () => lostAt)
