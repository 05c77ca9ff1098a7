import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** `/logout`: signs out, then shows the login page. A failure leads back to the first page. */
export function LogoutPage() {
  const { session, state } = useSession()
  const navigate = useNavigate()
  const isSignedIn = state.phase === 'known' && signedInUser(state.view) !== null
  useEffect(() => {
    if (!isSignedIn) return
    session.signOut().catch((error: unknown) => {
      toast.error(failText(accountMessages.signOutFailed, error))
      void navigate(paths.root(), { replace: true })
    })
  }, [isSignedIn, session, navigate])
  return isSignedIn ? null : <Navigate to={paths.login()} replace />
}
