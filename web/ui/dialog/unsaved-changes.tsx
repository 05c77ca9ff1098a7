import { useEffect, useRef, type RefObject } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

const noParams: readonly string[] = []

/**
 * Asks before the user leaves a form with unsaved changes; the browser asks where its tab is closed or reloaded.
 * Mounted next to the form. A change of the query is allowed, except of `params`: those by which the form is opened.
 * A form that navigates at once after it has saved passes a ref and sets it to false before.
 */
export function UnsavedGuard({
  dirty,
  params = noParams,
}: {
  dirty: boolean | RefObject<boolean>
  params?: readonly string[]
}) {
  const own = useRef(false)
  const isDirty = typeof dirty === 'boolean' ? own : dirty
  useEffect(() => {
    if (typeof dirty === 'boolean') own.current = dirty
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty, isDirty])
  // Read at the navigation and not at the render: a page that has just saved may navigate at once.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current &&
      nextLocation.pathname !== '/login' &&
      placeOf(currentLocation, params) !== placeOf(nextLocation, params),
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

/** The part of an address that a form belongs to. */
function placeOf(
  { pathname, search }: { pathname: string; search: string },
  params: readonly string[],
): string {
  const query = new URLSearchParams(search)
  return [pathname, ...params.map((name) => query.get(name))].join(' ')
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
