import { useContext, useEffect, useRef, useState } from 'react'
import { SessionContext } from '../session-context.tsx'
import type { SessionState } from '../session.ts'
import { dropDraft, readDraft, writeDraft } from './stored-drafts.ts'

/** A draft is stored this long after the last change, in milliseconds, and when the page closes. */
const STORE_AFTER_MS = 500

export interface KeptForm<Values> {
  /** Name of the form, unique on its page. */
  form: string
  /** What the form contains, without secrets. */
  values: Values
  /** Removes secrets that are part of a text; null when that is not possible now, then the last draft stays. */
  protect?: (values: Values) => Values | null
  /** Whether it differs from what is stored. */
  dirty: boolean
  onRestore(values: Values): void
}

/**
 * Keeps the text of a form while it has unsaved changes, by user and address, so that it survives the end of the
 * session and of the tab. Returns the draft that was left before, with the time of its last change, until it is
 * restored or discarded. A form that its user saves, empties or leaves has no draft.
 */
export function useKeptDraft<Values>({ form, values, protect, dirty, onRestore }: KeptForm<Values>): {
  left: { at: number } | null
  restore(): void
  discard(): void
} {
  const session = useContext(SessionContext)
  const [owner] = useState(() => ownerOf(session?.get()))
  const [key] = useState(() => `${window.location.pathname} ${form}`)
  const [left, setLeft] = useState(() => owner && readDraft(owner.user, key))
  const latest = useRef({ values, protect, dirty, written: false, timer: 0 })

  useEffect(() => {
    const own = latest.current
    own.values = values
    own.protect = protect
    own.dirty = dirty
    if (!owner) return
    if (!dirty) {
      window.clearTimeout(own.timer)
      own.timer = 0
      if (own.written) dropDraft(owner.user, key)
      own.written = false
    } else if (own.timer === 0) {
      own.timer = window.setTimeout(() => {
        own.timer = 0
        own.written = store(owner.user, key, own) || own.written
      }, STORE_AFTER_MS)
    }
  }, [owner, key, values, protect, dirty])

  useEffect(() => {
    if (!owner) return
    const own = latest.current
    const flush = () => {
      if (own.dirty) own.written = store(owner.user, key, own) || own.written
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.clearTimeout(own.timer)
      own.timer = 0
      const now = ownerOf(session?.get())
      const hasLeft = now?.user === owner.user && now.account === owner.account
      if (!hasLeft) flush()
      else if (own.dirty || own.written) dropDraft(owner.user, key)
    }
  }, [owner, key, session])

  const discard = () => {
    setLeft(null)
    if (owner && !latest.current.written) dropDraft(owner.user, key)
  }
  const restore = () => {
    setLeft(null)
    if (left) onRestore(left.values as Values)
  }
  return { left, restore, discard }
}

/** Returns whether it was stored. */
function store<Values>(
  user: string,
  key: string,
  { values, protect }: Pick<KeptForm<Values>, 'values' | 'protect'>,
) {
  const kept = protect ? protect(values) : values
  if (kept !== null) writeDraft(user, key, kept)
  return kept !== null
}

interface Owner {
  user: string
  account: string | undefined
}

/** Who may use the page now; null when the session has ended or has to be renewed. */
function ownerOf(state: SessionState | undefined): Owner | null {
  if (state?.phase !== 'known' || state.expired !== undefined || !state.view.user) return null
  return { user: state.view.user._id, account: state.view.account?._id }
}
