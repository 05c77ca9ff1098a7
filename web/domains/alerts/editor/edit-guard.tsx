import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router-dom'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'

/** The part of an address that an editor belongs to. */
const editorOf = ({ pathname, search }: { pathname: string; search: string }) => {
  const params = new URLSearchParams(search)
  return [pathname, params.get('tab'), params.get('rule')].join(' ')
}

/** Asks before an editor with changes is closed: by its buttons, another rule, another tab, another page. */
export function EditGuard({ dirty }: { dirty: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current &&
      nextLocation.pathname !== '/login' &&
      editorOf(currentLocation) !== editorOf(nextLocation),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <ConfirmDialog
      title={texts.leaveTitle}
      text={texts.leaveText}
      confirmLabel={texts.leave}
      danger
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
