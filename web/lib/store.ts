type Listener = () => void

/** A value with subscribers. Setting an equal value notifies no subscriber. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: Listener): () => void
}

/** An event, with a value where it has one. */
export interface Signal<Value = void> {
  raise(value: Value): void
  subscribe(listener: (value: Value) => void): () => void
}

function createListeners<Value = void>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    notify(value: Value) {
      for (const listener of [...listeners]) listener(value)
    },
    subscribe(listener: (value: Value) => void): () => void {
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
export function createSignal<Value = void>(): Signal<Value> {
  const { notify, subscribe } = createListeners<Value>()
  return { raise: notify, subscribe }
}
