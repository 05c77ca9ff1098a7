import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { signedIn, useSession } from './session-context.tsx'

/** Ours alone: other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.choice'

const listeners = new Set<() => void>()

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Private windows may refuse storage: nothing is kept there.
    return ''
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above; the choice then lasts as long as nothing is drawn anew.
  }
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * A set of words that this user has chosen in this browser, kept under a name; empty at first. Words hold no comma.
 * Every place that asks for the same name changes with it.
 */
export function useKeptChoice(name: string): [ReadonlySet<string>, (words: Iterable<string>) => void] {
  const { state } = useSession()
  const user = state.phase === 'known' ? signedIn(state.view)?.user._id : undefined
  const key = `${PREFIX}.${user ?? 'nobody'}.${name}`
  const text = useSyncExternalStore(subscribe, () => read(key))
  const chosen = useMemo(() => new Set(text.split(',').filter(Boolean)), [text])
  const choose = useCallback((words: Iterable<string>) => write(key, [...words].join(',')), [key])
  return [chosen, choose]
}
