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

/** A value that can be watched, at first `initial`. */
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

/** Something that can be raised and listened for. */
export function createSignal(): Signal {
  const { tell, subscribe } = createListeners()
  return { raise: tell, subscribe }
}
