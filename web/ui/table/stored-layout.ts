import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { tableLayoutOf, layoutText, ownLayout, type TableLayout } from './layout.ts'

/** Has a prefix, because other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.choice'

const listeners = new Set<() => void>()

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Private windows may refuse storage: nothing is stored then.
    return ''
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the choice is not kept.
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

function parsed(text: string): TableLayout {
  if (text === '') return ownLayout
  try {
    return tableLayoutOf(JSON.parse(text))
  } catch {
    return ownLayout
  }
}

/**
 * The layout that this user has chosen in this browser for a table, by its name. All callers with the same name update
 * together.
 */
export function useStoredLayout(
  name: string,
  own: TableLayout = ownLayout,
): [TableLayout, (layout: TableLayout) => void] {
  const { state } = useSession()
  const user = state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined
  const key = `${PREFIX}.${user ?? 'nobody'}.layout.${name}`
  const text = useSyncExternalStore(subscribe, () => read(key))
  const ownText = layoutText(own)
  const stored = useMemo(() => (text === '' ? null : parsed(text)), [text])
  const change = useCallback(
    (layout: TableLayout) => write(key, layoutText(layout) === ownText ? '' : JSON.stringify(layout)),
    [key, ownText],
  )
  return [stored ?? own, change]
}
