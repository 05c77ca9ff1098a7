import { Flex, Spinner } from '@chakra-ui/react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { redirectTarget } from '../lib/login-address.ts'
import { signedInUser, useSession } from '../lib/session-context.tsx'
import { paths } from '../paths.ts'
import { FailedState } from '../ui/feedback/placeholders.tsx'

/** Parameters of the login page's address that mails lead to (contract section 3). */
const mailedLinks = ['reset', 'invitation']

/**
 * Decides after every navigation who may see what: nobody signed in sees the login page, with the way back in
 * `redirectTo`; somebody signed in never sees it. Both are followed as soon as the session changes.
 */
export function SessionGuard() {
  const { session, state } = useSession()
  const { pathname, search, hash } = useLocation()

  if (state.phase === 'starting') {
    return (
      <Flex minH="100dvh" align="center" justify="center" color="ink.3">
        <Spinner role="status" aria-label="Loading" />
      </Flex>
    )
  }
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
    // What a mailed link leads to is done whoever is signed in: it may be for somebody else.
    if (!who || mailedLinks.some((link) => query.has(link))) return <Outlet />
    return <Navigate to={redirectTarget(query.get('redirectTo'))} replace />
  }
  if (pathname === paths.logout() || who) return <Outlet />
  const way = pathname + search + hash
  const query = way === paths.root() ? '' : `?redirectTo=${encodeURIComponent(way)}`
  return <Navigate to={paths.login() + query} replace />
}
