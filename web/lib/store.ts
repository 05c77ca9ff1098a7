type Listener = () => void

/** A value with subscribers. Setting an equal value notifies no subscriber. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: Listener): () => void
}

/** An event without a value. */
export interface Signal {
  raise(): void
  subscribe(listener: Listener): () => void
}

function createListeners(): { notify(): void; subscribe(listener: Listener): () => void } {
  const listeners = new Set<Listener>()
  return {
    notify() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Creates a store with the value `initial`. */
export function createStore<Value>(initial: Value): Store<Value> {
  const { notify, subscribe } = createListeners()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      value = next
      notify()
    },
    subscribe,
  }
}

/** Creates a signal that can be raised and subscribed to. */
export function createSignal(): Signal {
  const { notify, subscribe } = createListeners()
  return { raise: notify, subscribe }
}
