import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before the user leaves a page with unsaved changes; the browser asks where its tab is closed or
 * reloaded. Mounted next to the form. A change of only the query is allowed.
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
  // Read at the navigation and not at the render: a page that has just saved may navigate at once.
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

/** The title of every dialog about an edit whose object another user has changed meanwhile. */
export const CONFLICT_TITLE = 'Changed by somebody else'

/**
 * Reports that another user has changed the edited object since it was read, so that it was not saved, and
 * offers to load the other version. Closed without that, the edit stays and can be copied or compared.
 */
export function ConflictDialog({
  what,
  open,
  onClose,
  onLoad,
}: {
  /** The kind of the edited object, as in `plan`. */
  what: string
  open: boolean
  onClose(): void
  /** Reads the stored version and discards the edit. */
  onLoad(): void
}) {
  return (
    <ConfirmDialog
      title={CONFLICT_TITLE}
      text={`Somebody else has changed this ${what} since you opened it, so yours was not saved. Loading theirs lets your changes go.`}
      open={open}
      onClose={onClose}
      onConfirm={onLoad}
      confirmLabel="Load theirs"
      danger
    />
  )
}
