import { useSyncExternalStore } from 'react'
import { createSignal, createStore } from '../lib/store.ts'

/**
 * The connection that live updates come by: `off` while nothing listens, `connecting` for the first time,
 * `live`, or `reconnecting` after a loss. While it is not `live` the page may show old values.
 */
export type Connection = 'off' | 'connecting' | 'live' | 'reconnecting'

/** The state of the page's one live connection. */
export const connection = createStore<Connection>('off')

/** Raised when updates may have been missed: whoever shows live data reads it again. */
export const resync = createSignal()

/** Whether a read has failed for want of a connection since the last asking; what it would have shown is missing. */
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
