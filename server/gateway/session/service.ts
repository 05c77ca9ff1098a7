import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { signedIn as signInAnswer, type SessionView } from '#shared/domains/account/contract.ts'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Upstream } from '../upstream/client.ts'
import { traceOf } from '../upstream/call.ts'
import { unwrap } from '../lib/wire.ts'
import { accountsOf, chooseAccount } from './accounts.ts'
import type { SealedSession } from './sealed-session.ts'
import type { EndedSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { sessionView } from './view.ts'

/** What the `/session` routes work with. */
export interface SessionContext {
  config: GatewayConfig
  clock: Clock
  upstream: Upstream
  sessions: EndedSessions
  tokens: Tokens
}

/** Not guessable: it names the session in the ended list and to open sockets. */
export function newSid(): string {
  return randomBytes(16).toString('hex')
}

export interface SignIn {
  /** The platform's sign-in answer, not yet checked. */
  answer: unknown
  /** The client's stored account name. */
  account?: string | undefined
  sso: boolean
  /** Told of the session, for the audit. */
  done: (session: SealedSession) => void
}

/**
 * Starts a session from a sign-in answer: chooses the account, seals the cookie under a new sid and ends
 * the session that the request came with, so that no cookie known before the sign-in is worth anything.
 */
export async function startSession(
  context: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, account, sso, done }: SignIn,
): Promise<SessionView> {
  const { config, clock, upstream, sessions } = context
  const parsed = signInAnswer.safeParse(unwrap(answer, 'token'))
  if (!parsed.success) throw new AppError('BAD_GATEWAY', undefined, { cause: parsed.error })
  const { token, user } = parsed.data
  const caller = { token, accountId: null }
  const asked = { userId: user._id, purpose: 'sign-in', ...traceOf(request) } as const
  const accounts = await accountsOf(upstream, caller, asked)
  const now = clock.now()
  const session: SealedSession = {
    sid: newSid(),
    token,
    user,
    account: chooseAccount(accounts, account, config),
    sso,
    created: now,
    active: now,
  }
  reply.setSession(session)
  if (request.sealed) sessions.end(request.sealed.sid, 'replaced')
  done(session)
  return sessionView(config, { session, accounts })
}
