import type { GatewayConfig } from '#server/config.ts'
import type { SessionEnd } from '#shared/domains/account/contract.ts'
import { accountMessages, sessionEndMessages } from '#shared/domains/account/messages.ts'
import type { SealedSession } from './cookie.ts'
import { forcedSignOutAddress, type SignOutConfig } from './principal.ts'
import type { EndedSessions } from './sessions.ts'

/**
 * Why the session of a cookie is not valid at `now`. Only a session that has reached one of its own limits counts as
 * expired, so that its user may sign in over the open page; `sealed` is null for a cookie that does not open. Every
 * request and tab that finds a session ended by force is led to the same address.
 */
export function endOf(
  sealed: SealedSession | null,
  sessions: Pick<EndedSessions, 'endReason'>,
  config: Pick<GatewayConfig, 'SESSION_MAX_AGE' | 'SESSION_IDLE'> & SignOutConfig,
  now: number,
): SessionEnd {
  // Its key was replaced, for example: no sign-out and no change of access has ended the session.
  if (!sealed) return { code: 'SESSION_ENDED', sentence: sessionEndMessages.unreadable }
  const reason = sessions.endReason(sealed.sid)
  if (reason) {
    const sentence = reason === 'signed-out' ? accountMessages.sessionSignedOut : accountMessages.sessionEnded
    const redirectTo = reason === 'forced' ? forcedSignOutAddress(config, sealed.sso) : null
    const end = { code: 'SESSION_ENDED', sentence } as const
    return redirectTo ? { ...end, redirectTo } : end
  }
  const sentence =
    now - sealed.created >= config.SESSION_MAX_AGE
      ? sessionEndMessages.age(limitText(config.SESSION_MAX_AGE))
      : sessionEndMessages.idle(limitText(config.SESSION_IDLE))
  return { code: 'UNAUTHENTICATED', sentence }
}

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A limit in the largest unit of which it is a whole number: `12 hours`, `90 minutes`. */
function limitText(ms: number): string {
  const [name, size] = units.find(([, length]) => ms % length === 0) ?? (['second', 1000] as const)
  const count = Math.round(ms / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
