import { useSyncExternalStore } from 'react'

/**
 * The connection that live updates come by: `off` while nothing listens, `connecting` for the first time,
 * `live`, or `reconnecting` after a loss. While it is not `live` the page may show old values.
 */
export type Connection = 'off' | 'connecting' | 'live' | 'reconnecting'

type Listener = () => void

/** A value that can be watched. Setting the value it already has tells nobody. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: Listener): () => void
}

/** Something that happens, without a value. */
export interface Signal {
  raise(): void
  subscribe(listener: Listener): () => void
}

function createListeners(): { tell(): void; subscribe(listener: Listener): () => void } {
  const listeners = new Set<Listener>()
  return {
    tell() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function createStore<Value>(initial: Value): Store<Value> {
  const { tell, subscribe } = createListeners()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      value = next
      tell()
    },
    subscribe,
  }
}

export function createSignal(): Signal {
  const { tell, subscribe } = createListeners()
  return { raise: tell, subscribe }
}

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
