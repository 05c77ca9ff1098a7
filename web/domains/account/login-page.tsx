import { Button } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'
import { accountMessages } from '../../../shared/domains/account/messages.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import { useSession } from '../../lib/session-context.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'

/** Sign-in: the legacy form, or the button to single sign-on where that is configured. */
export function LoginPage() {
  const { session, state } = useSession()
  const [query] = useSearchParams()
  if (state.phase !== 'known') return null
  const { login, version } = state.view
  return (
    <LoginFrame title={accountMessages.signIn} version={version}>
      {login.method === 'sso' && login.authorizeUrl ? (
        <Button asChild variant="solid" size="lg" width="full">
          <a href={singleSignOnPath(query.get('redirectTo'))}>{accountMessages.signInWith(login.vendor)}</a>
        </Button>
      ) : (
        <LoginForm onSignIn={session.signIn} />
      )}
    </LoginFrame>
  )
}

/** By way of the gateway, which adds the state that proves the way back to be this browser's. */
function singleSignOnPath(redirectTo: string | null): string {
  return `/session/sso?redirectTo=${encodeURIComponent(redirectTarget(redirectTo))}`
}
