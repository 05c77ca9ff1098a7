import { Flex } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useRetryWhileAway } from '../lib/away.ts'
import { redirectTarget } from '../lib/login-address.ts'
import { signedInUser, useSession } from '../lib/session-context.tsx'
import { paths } from '../paths.ts'
import { FailedState } from '../ui/feedback/placeholders.tsx'
import { StartFrame } from './start-frame.tsx'

// Loaded lazily: most sessions end by a sign-out.
const SignInAgain = lazy(async () => ({
  default: (await import('../domains/account/sign-in-again-dialog.tsx')).SignInAgainDialog,
}))

/** Of the navigation that follows a sign-in. */
export const justSignedIn = { signedIn: true } as const

/** Query parameters of the login page that links in mails contain. */
const mailedLinks = ['reset', 'invitation']

/**
 * Decides after every navigation which pages may be shown: without a session the login page, with the address
 * to return to in `redirectTo`; with a session never the login page. A page whose session has expired stays,
 * with a dialog over it. Reacts to every change of the session.
 */
export function SessionGuard() {
  const { session, state } = useSession()
  const { pathname, search, hash } = useLocation()
  useRetryWhileAway(state.phase === 'unreachable', () => void session.check())

  if (state.phase === 'starting') return <StartFrame />
  if (state.phase === 'unreachable') {
    return (
      <Flex as="main" minH="100dvh" align="center" justify="center">
        <FailedState
          message={`The console did not answer: ${state.message}`}
          onRetry={() => void session.check()}
        />
      </Flex>
    )
  }
  const who = signedInUser(state.view)
  if (pathname === paths.login()) {
    const query = new URLSearchParams(search)
    // A link from a mail is followed even when a user is signed in, because it may be meant for another user.
    if (!who || mailedLinks.some((link) => query.has(link))) return <Outlet />
    return <Navigate to={redirectTarget(query.get('redirectTo'))} replace state={justSignedIn} />
  }
  if (pathname === paths.logout() || who) {
    return (
      <>
        <Outlet />
        {who && state.expired !== undefined && (
          <Suspense fallback={null}>
            <SignInAgain email={who.user.email} sentence={state.expired} />
          </Suspense>
        )}
      </>
    )
  }
  const way = pathname + search + hash
  const query = way === paths.root() ? '' : `?redirectTo=${encodeURIComponent(way)}`
  return <Navigate to={paths.login() + query} replace />
}
