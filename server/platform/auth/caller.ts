import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { AccountRole, User } from '#shared/domains/account/contract.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import type { ViewerScope } from '#shared/lib/viewers.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { createAppSignIn, type SignedInApp } from './app-tokens.ts'
import type { KeyUses } from './key-uses.ts'
import type { Access, AppCalls } from './route-table.ts'
import type { Seal } from './seal.ts'
import { hashToken } from './tokens.ts'
import { isOfViewers } from './viewer-calls.ts'

/** Who makes a request. */
export type Caller = UserCaller | AppCaller | WorkerCaller

/** A signed-in user. Account and role are set on routes whose access is `account`. */
export interface UserCaller {
  kind: 'user'
  user: User
  accountId: string | null
  role: AccountRole | null
  /** What a viewer sees; null for every other role. */
  sees: ViewerScope | null
  /** Address that the request came from. */
  source: string
  token: { hash: Buffer; family: string }
}

/** A worker that calls about the task that its lease is for (`request.lease`). */
export interface WorkerCaller {
  kind: 'worker'
  accountId: string
  aliasId: string
  /** Of the tasks of its alias. */
  type: string
  alias: string
  source: string
}

/** A program signed in with a token of an app; it can only reach that app (see `appConfinement`). */
export interface AppCaller extends SignedInApp {
  kind: 'app'
  source: string
}

export interface AccountCaller extends UserCaller {
  accountId: string
  role: AccountRole
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public and unknown routes. */
    caller: Caller | null
  }
}

interface CallerOptions {
  db: Kysely<Database>
  clock: Clock
  seal: Seal
  keyUses: KeyUses
}

/**
 * Resolves `request.caller` before the body is read, as the access of the route requires. 401 without a valid
 * bearer token, 400 without `account-id`, 404 for an account that the user is not in. With a token of an app
 * (Basic) the account is that of the app, any other is 404; a route that does not accept such tokens is 403. A right
 * that is missing is NOT_ALLOWED: it is judged here, so that no fault of a body answers first.
 */
export const callerResolution = fp<CallerOptions>(
  async (app, { db, clock, seal, keyUses }) => {
    const signInApp = createAppSignIn(db, seal)
    app.decorateRequest('caller', null)
    app.addHook('onRequest', async (request) => {
      const { platformAccess: access, appCalls, workersToo, ownersOnly } = request.routeOptions.config
      if (access !== 'user' && access !== 'account' && access !== 'signed-in') return
      if ((workersToo || access === 'signed-in') && sentWorkerToken(request)) return
      const header = request.headers['account-id']
      const accountId = access === 'account' && typeof header === 'string' && header !== '' ? header : null
      const authorization = request.headers.authorization ?? ''
      if (/^Basic /i.test(authorization)) {
        const [at, by] = [clock.now(), sourceOf(request)]
        const app = await signInApp(authorization, at)
        if (!app) throw new AppError('UNAUTHENTICATED')
        keyUses.note({ table: 'app_tokens', id: app.tokenId, by, at })
        // Set before the check, so that a refused call is recorded with its author.
        request.caller = { kind: 'app', ...app, source: by }
        if (access !== 'signed-in') admitApp(app, accountId, appCalls)
        return
      }
      const caller = await resolveCaller(db, clock, request, accountId)
      if (!caller) throw new AppError('UNAUTHENTICATED')
      request.caller = admitUser(caller, access)
      if (caller.sees && !isOfViewers(request)) throw new AppError('NOT_ALLOWED', peopleMessages.viewersRead)
      if (ownersOnly !== undefined && caller.role !== 'owner') throw notOwner(ownersOnly)
    })
  },
  { name: 'caller-resolution', fastify: '5.x', dependencies: ['route-table'] },
)

function admitUser(caller: UserCaller, access: Access): UserCaller {
  if (access === 'account' && caller.accountId === null)
    throw new AppError('BAD_REQUEST', 'The header account-id is required')
  if (access === 'account' && caller.role === null) throw new AppError('NOT_FOUND', 'Account not found')
  return caller
}

function admitApp(app: SignedInApp, accountId: string | null, appCalls: AppCalls | undefined): void {
  if (accountId !== null && accountId !== app.accountId) throw new AppError('NOT_FOUND', 'Account not found')
  if (appCalls === undefined)
    throw new AppError(
      'NOT_ALLOWED',
      'Only a signed-in user can do this, not a program with an access token of an app',
    )
}

/**
 * Returns the user of a valid bearer token, with the role in that account; null without one. Public routes
 * use it too.
 */
export async function resolveCaller(
  db: Kysely<Database>,
  clock: Clock,
  request: FastifyRequest,
  accountId: string | null,
): Promise<UserCaller | null> {
  const bearer = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!bearer) return null
  const hash = hashToken(bearer)
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.account_id', '=', accountId ?? ''),
    )
    .select(['users.id', 'users.email', 'tokens.family', 'memberships.role'])
    .select(['memberships.apps', 'memberships.payloads_hidden'])
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', 'bearer')
    .where('tokens.expires', '>', new Date(clock.now()))
    .executeTakeFirst()
  if (!row) return null
  const user = { _id: row.id, email: row.email }
  const token = { hash, family: row.family }
  const hidden = row.payloads_hidden ? 'hidden' : 'shown'
  const sees = row.role === 'viewer' ? ({ apps: row.apps ?? [], payloads: hidden } as const) : null
  return { kind: 'user', user, accountId, role: row.role, sees, source: sourceOf(request), token }
}

/** The user who calls a route whose access is `user` or `account`, and which apps cannot call. */
export function userCallerOf(request: FastifyRequest): UserCaller {
  if (request.caller?.kind !== 'user') throw new Error('The route has no user')
  return request.caller
}

/** Whether the caller is a viewer who sees no states, inputs, outputs and logs. */
export const hidesPayloads = ({ caller }: FastifyRequest): boolean =>
  caller?.kind === 'user' && caller.sees?.payloads === 'hidden'

/** The id of the account that a call is about, on routes that apps can call too. */
export function accountIdOf(request: FastifyRequest): string {
  const accountId = request.caller?.accountId
  if (!accountId) throw new Error('The route has no account')
  return accountId
}

/** The user who calls a route whose access is `account`, and which apps cannot call. */
export function accountCallerOf(request: FastifyRequest): AccountCaller {
  const { accountId, role, ...caller } = userCallerOf(request)
  if (accountId === null || role === null) throw new Error('The route has no account')
  return { ...caller, accountId, role }
}

/** The error for an action that only owners of the account may do; the message says so. */
export const notOwner = (message: string) => new AppError('NOT_ALLOWED', message)

/** The author of the changes that a request makes. */
export function authorOf(request: FastifyRequest, clock: Clock): Author {
  const { caller, span } = request
  if (!caller) throw new Error('The route has no caller')
  const author = { actor: actorOf(caller), source: caller.source, at: new Date(clock.now()) }
  return span ? { ...author, trace: span.traceparent } : author
}

/** The token of a bearer header, of a user or a worker; null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,2048})$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Only the tokens of workers contain dots. */
export const sentWorkerToken = ({ headers }: FastifyRequest) =>
  bearerToken(headers.authorization)?.includes('.') ?? false

/** The actor of a worker's changes. */
export const workerActor = (alias: string) => `worker:${alias}`

function actorOf(caller: Caller): string {
  if (caller.kind === 'user') return caller.user.email
  return caller.kind === 'app' ? `app:${caller.key}` : workerActor(caller.alias)
}

/** The address that a request came from; a forwarded one only when it is a valid IP address. */
export function sourceOf(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown')
}
