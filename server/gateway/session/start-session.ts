import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError, type ErrorCode } from '#server/lib/errors.ts'
import { VERSION } from '#server/lib/version.ts'
import { type Account, type SessionView, signedIn as signInAnswer } from '#shared/domains/account/contract.ts'
import { unwrap } from '../lib/wire.ts'
import { traceOf } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'
import { accountsOf, chooseAccount, storedAccountName } from './accounts.ts'
import type { SealedSession } from './cookie.ts'
import type { EndedSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

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

/** The body as the schema has it. Throws BAD_REQUEST whose message names every wrong member. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  const text = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new AppError('BAD_REQUEST', text, { details: { faults } })
}

/**
 * A `catch` for sign-in calls without a pair of e-mail and password: WRONG_CREDENTIALS, which is what every refusal
 * of the platform comes as there, becomes what was really refused. All else is thrown on.
 */
export function refusedAs(code: ErrorCode, message: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error
    throw new AppError(code, message, { cause: error })
  }
}

type ViewConfig = Pick<GatewayConfig, 'SSO_AUTHORIZE_URL' | 'SSO_VENDOR' | 'STAGE'>

/** What `GET /session` shows. The token stays out. */
export function sessionView(
  config: ViewConfig,
  signedIn?: { session: SealedSession; accounts: Account[] },
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
  if (!signedIn) return view
  const { user, account, sso } = signedIn.session
  return {
    ...view,
    user,
    account,
    accounts: signedIn.accounts,
    sso,
    storedAccount: account && storedAccountName(account, config),
  }
}
