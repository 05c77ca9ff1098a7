import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { redirectTarget } from '#web/lib/redirect-target.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { PasswordResetForm } from './password-reset-form.tsx'

/** Sign-in, and the targets of the links in mails: `?reset={token}` and `?invitation={token}`. */
export function LoginPage() {
  const { state } = useSession()
  const [query] = useSearchParams()
  if (state.phase !== 'known') return null
  const { login, version } = state.view
  const [reset, invitation] = [query.get('reset'), query.get('invitation')]
  if (reset)
    return (
      <LoginFrame title={accountMessages.choosePassword} version={version}>
        <ChoosePasswordForm token={reset} />
      </LoginFrame>
    )
  if (invitation)
    return (
      <LoginFrame title={accountMessages.invitationTitle} version={version}>
        <InvitationForm token={invitation} />
      </LoginFrame>
    )
  return login.method === 'sso' && login.authorizeUrl ? (
    <LoginFrame title={accountMessages.signIn} version={version}>
      <Button asChild variant="solid" size="lg" width="full">
        <a href={singleSignOnPath(query.get('redirectTo'))}>{accountMessages.signInWith(login.vendor)}</a>
      </Button>
    </LoginFrame>
  ) : (
    <LegacySignIn version={version} />
  )
}

/** The password form and the request for a new password. */
function LegacySignIn({ version }: Pick<SessionView, 'version'>) {
  const { session } = useSession()
  /** The e-mail typed so far when the user asked for a new password; null while signing in. */
  const [forgotten, setForgotten] = useState<string | null>(null)
  return forgotten === null ? (
    <LoginFrame title={accountMessages.signIn} version={version}>
      <LoginForm onSignIn={session.signIn} onForgotten={setForgotten} />
    </LoginFrame>
  ) : (
    <LoginFrame title={accountMessages.resetTitle} version={version}>
      <PasswordResetForm initial={forgotten} onDone={() => setForgotten(null)} />
    </LoginFrame>
  )
}

/** The single sign-on starts at the gateway, which adds the state that ties the answer to this browser. */
function singleSignOnPath(redirectTo: string | null): string {
  return `/session/sso?redirectTo=${encodeURIComponent(redirectTarget(redirectTo))}`
}
