import { Box, Button, chakra, Flex, Stack } from '@chakra-ui/react'
import { Activity } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { redirectTarget } from '#web/lib/login-address.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { useDocumentTitle } from '#web/ui/page/page-head.tsx'
import { SignInNotice } from './gateway-form.tsx'
import { LoginForm } from './login-form.tsx'

// Loaded lazily: most users sign in.
const InvitationForm = lazy(async () => ({
  default: (await import('./invitation-form.tsx')).InvitationForm,
}))
const ChoosePasswordForm = lazy(async () => ({
  default: (await import('./password-reset-forms.tsx')).ChoosePasswordForm,
}))
const PasswordResetForm = lazy(async () => ({
  default: (await import('./password-reset-forms.tsx')).PasswordResetForm,
}))

/** Sign-in, and the targets of the links in mails: `?reset={token}` and `?invitation={token}`. */
export function LoginPage() {
  const { state } = useSession()
  const [query] = useSearchParams()
  if (state.phase !== 'known') return null
  const { login, version, ended } = state.view
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
      <Stack gap="4">
        <SignInNotice text={ended?.sentence} />
        <Button asChild variant="solid" size="lg" width="full">
          <a href={singleSignOnPath(query.get('redirectTo'))}>{accountMessages.signInWith(login.vendor)}</a>
        </Button>
      </Stack>
    </LoginFrame>
  ) : (
    <LegacySignIn version={version} notice={ended?.sentence} />
  )
}

/** The password form and the request for a new password. */
function LegacySignIn({ version, notice }: Pick<SessionView, 'version'> & { notice: string | undefined }) {
  const { session } = useSession()
  /** The e-mail typed so far when the user asked for a new password; null while signing in. */
  const [forgotten, setForgotten] = useState<string | null>(null)
  return forgotten === null ? (
    <LoginFrame title={accountMessages.signIn} version={version}>
      <LoginForm
        notice={notice}
        onSignIn={session.signIn}
        other={{ label: accountMessages.forgotPassword, onClick: setForgotten }}
      />
    </LoginFrame>
  ) : (
    <LoginFrame title={accountMessages.resetTitle} version={version}>
      <PasswordResetForm initial={forgotten} onDone={() => setForgotten(null)} />
    </LoginFrame>
  )
}

/** Single sign-on starts at the gateway, which adds the state that ties the answer to this browser. */
function singleSignOnPath(redirectTo: string | null): string {
  return `/session/sso?redirectTo=${encodeURIComponent(redirectTarget(redirectTo))}`
}

/** The centred card of the sign-in pages. */
function LoginFrame({ title, children, version }: { title: string; children: ReactNode; version: string }) {
  useDocumentTitle(title)
  return (
    <Flex as="main" minH="100dvh" direction="column" align="center" justify="center" p="4" gap="4">
      <Box
        width="full"
        maxW="360px"
        bg="surface"
        borderWidth="1px"
        borderRadius="lg"
        boxShadow="raised"
        p="6"
      >
        <Flex align="center" gap="2.5" mb="5">
          <Flex
            aria-hidden
            align="center"
            justify="center"
            boxSize="8"
            borderRadius="md"
            bg="accent"
            color="accent.on"
          >
            <Activity size={20} strokeWidth={2.5} />
          </Flex>
          <Box minW="0">
            <Box textStyle="xs" color="ink.3">
              Workforce
            </Box>
            <chakra.h1 fontWeight="semibold" fontSize="md">
              {title}
            </chakra.h1>
          </Box>
        </Flex>
        <Suspense fallback={null}>{children}</Suspense>
      </Box>
      <chakra.footer textStyle="xs" color="ink.3">
        {version}
      </chakra.footer>
    </Flex>
  )
}
