import { Button } from '@chakra-ui/react'
import { accountMessages } from '../../../shared/domains/account/messages.ts'
import { useSession } from '../../lib/session-context.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'

/** Sign-in: the legacy form, or the button to single sign-on where that is configured. */
export function LoginPage() {
  const { session, state } = useSession()
  if (state.phase !== 'known') return null
  const { login, version } = state.view
  return (
    <LoginFrame title={accountMessages.signIn} version={version}>
      {login.method === 'sso' && login.authorizeUrl ? (
        <Button asChild variant="solid" size="lg" width="full">
          <a href={login.authorizeUrl}>{accountMessages.signInWith(login.vendor)}</a>
        </Button>
      ) : (
        <LoginForm onSignIn={session.signIn} />
      )}
    </LoginFrame>
  )
}
