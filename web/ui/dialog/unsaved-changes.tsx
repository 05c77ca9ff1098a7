import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before a page is left whose changes are not saved; the browser itself asks where its tab is closed or
 * reloaded. Mounted beside the form. Another query of the same address is no leaving.
 */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const isDirty = useRef(dirty)
  useEffect(() => {
    isDirty.current = dirty
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  // Read when somebody leaves and not when it was rendered: a page that has just saved may leave at once.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== '/login',
  )
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes have not been saved."
      confirmLabel="Leave"
      danger
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

/**
 * Tells that somebody else has changed what is edited here since it was read, so that it was not saved, and offers to
 * load theirs. Closed without that, the edit stays as it is, to be copied or compared.
 */
export function ConflictDialog({
  what,
  open,
  onClose,
  onLoad,
}: {
  /** What is edited, as in `plan`. */
  what: string
  open: boolean
  onClose(): void
  /** Reads anew and lets the edit go. */
  onLoad(): void
}) {
  return (
    <ConfirmDialog
      title="Changed by somebody else"
      text={`Somebody else has changed this ${what} since you opened it, so yours was not saved. Loading theirs lets your changes go.`}
      open={open}
      onClose={onClose}
      onConfirm={onLoad}
      confirmLabel="Load theirs"
      danger
    />
  )
}
