import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError, type ErrorCode } from '#server/lib/errors.ts'
import { checkFields, faultsError, faultsIn } from '#server/lib/faults.ts'
import { VERSION } from '#server/lib/version.ts'
import {
  type Account,
  type SessionEnd,
  type SessionView,
  signedIn as signInAnswer,
} from '#shared/domains/account/contract.ts'
import { unwrap } from '../lib/wire.ts'
import { traceOf } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'
import { accountsOf, chooseAccount, storedAccountName } from './accounts.ts'
import type { SealedSession } from './cookie.ts'
import type { EndedSessions } from './sessions.ts'
import type { TokenEnds } from './token-ends.ts'
import type { Tokens } from './tokens.ts'

/** Dependencies of the `/session` routes. */
export interface SessionRouteDeps {
  config: GatewayConfig
  clock: Clock
  upstream: Upstream
  sessions: EndedSessions
  tokens: Tokens
  tokenEnds: TokenEnds
}

/** A random id. It names the session in the list of ended sessions and in open sockets. */
export function newSid(): string {
  return randomBytes(16).toString('hex')
}

export interface SignIn {
  /** The platform's sign-in answer, not yet validated. */
  answer: unknown
  /** The account name that the client has stored. */
  account?: string | undefined
  /** The e-mail that was typed; platforms may answer with another one of the same user. */
  email?: string
  sso: boolean
  /** Called with the session, for the audit. */
  done: (session: SealedSession) => void
}

/**
 * Starts a session from a sign-in answer: chooses the account, seals the cookie under a new sid, and ends the
 * session of the request, so that a cookie from before the sign-in becomes invalid.
 */
export async function startSession(
  context: SessionRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, account, email, sso, done }: SignIn,
): Promise<SessionView> {
  const { config, clock, upstream } = context
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
  reply.rememberUser(email === undefined ? [user.email] : [user.email, email])
  await endReplaced(request, token, context)
  done(session)
  return sessionView(config, { session, accounts })
}

/** Ends the session of the request's cookie, also one that has expired, because the browser loses that cookie. */
async function endReplaced(
  request: FastifyRequest,
  fresh: string,
  { sessions, tokens }: SessionRouteDeps,
): Promise<void> {
  const { openedSession: old } = request
  if (!old) return
  // Some platforms give a user the same token again.
  const token = tokens.latest(old.token) === fresh ? null : old.token
  await sessions.end({ sid: old.sid, token }, 'replaced', traceOf(request))
}

/** The validated body. Throws BAD_REQUEST with a message that names every invalid field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = checkFields(schema, body ?? {})
  if (parsed.success) return parsed.data
  throw faultsError(faultsIn(parsed.error.issues))
}

/**
 * A `catch` handler for sign-in calls without e-mail and password. There every refusal of the platform arrives as
 * WRONG_CREDENTIALS; this replaces it by the actual reason. Rethrows any other error.
 */
export function refusedAs(code: ErrorCode, message: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error
    throw new AppError(code, message, { cause: error })
  }
}

type ViewConfig = Pick<GatewayConfig, 'SSO_AUTHORIZE_URL' | 'SSO_VENDOR' | 'STAGE' | 'TRACE_URL_TEMPLATE'>

/** The answer of `GET /session`, without the token; `ended` says why a former session is no longer valid. */
export function sessionView(
  config: ViewConfig,
  signedIn?: { session: SealedSession; accounts: Account[] },
  ended?: SessionEnd | null,
): SessionView {
  const view: SessionView = {
    authenticated: Boolean(signedIn),
    version: VERSION,
    login: {
      method: config.SSO_AUTHORIZE_URL ? 'sso' : 'legacy',
      vendor: config.SSO_VENDOR,
      authorizeUrl: config.SSO_AUTHORIZE_URL ?? null,
    },
  }
  if (!signedIn) return ended ? { ...view, ended } : view
  const { user, account, sso } = signedIn.session
  return {
    ...view,
    user,
    account,
    accounts: signedIn.accounts,
    sso,
    storedAccount: account && storedAccountName(account, config),
    ...(config.TRACE_URL_TEMPLATE === undefined ? {} : { traceUrl: config.TRACE_URL_TEMPLATE }),
  }
}
