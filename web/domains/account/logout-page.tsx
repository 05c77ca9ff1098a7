import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** `/logout`: signs out, then shows the login page. */
export function LogoutPage() {
  const { session, state } = useSession()
  const isSignedIn = state.phase === 'known' && signedInUser(state.view) !== null
  useEffect(() => {
    if (!isSignedIn) return
    session.signOut().catch((error: unknown) => toast.error(failText(accountMessages.signOutFailed, error)))
  }, [isSignedIn, session])
  return isSignedIn ? null : <Navigate to={paths.login()} replace />
}
