import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { AccountRole, User } from '../../../shared/domains/account/contract.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { hashToken } from './tokens.ts'

/** Who makes a request. Account and role are set on routes whose access is `account`. */
export interface Caller {
  user: User
  accountId: string | null
  role: AccountRole | null
  /** Address the request came from. */
  source: string
  token: { hash: Buffer; family: string }
}

export interface AccountCaller extends Caller {
  accountId: string
  role: AccountRole
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes and unknown ones. */
    caller: Caller | null
  }
}

interface CallerOptions {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Resolves `request.caller` before a body is read, as the route's declared access demands: 401 without a living
 * bearer token, 400 without `account-id`, 404 for an account that the user is not in, as if there were none.
 */
export const callerResolution = fp<CallerOptions>(
  async (app, { db, clock }) => {
    app.decorateRequest('caller', null)
    app.addHook('onRequest', async (request) => {
      const access = request.routeOptions.config.platformAccess
      if (access === undefined || access === 'public') return
      const header = request.headers['account-id']
      const accountId = access === 'account' && typeof header === 'string' && header !== '' ? header : null
      const caller = await resolve(db, clock, request, accountId)
      if (!caller) throw new AppError('UNAUTHENTICATED')
      if (access === 'account' && accountId === null)
        throw new AppError('BAD_REQUEST', 'headers/account-id: is required')
      if (access === 'account' && caller.role === null) throw new AppError('NOT_FOUND', 'Account not found')
      request.caller = caller
    })
  },
  { name: 'caller-resolution', fastify: '5.x', dependencies: ['route-table'] },
)

async function resolve(
  db: Kysely<Database>,
  clock: Clock,
  request: FastifyRequest,
  accountId: string | null,
) {
  const token = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return null
  const hash = hashToken(token)
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.account_id', '=', accountId ?? ''),
    )
    .select(['users.id', 'users.email', 'tokens.family', 'memberships.role'])
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', 'bearer')
    .where('tokens.expires', '>', new Date(clock.now()))
    .executeTakeFirst()
  if (!row) return null
  const user = { _id: row.id, email: row.email }
  return { user, accountId, role: row.role, source: sourceOf(request), token: { hash, family: row.family } }
}

/** The caller of a route whose access is `user` or `account`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('The route does not ask for a caller')
  return request.caller
}

/** The caller of a route whose access is `account`. */
export function accountCallerOf(request: FastifyRequest): AccountCaller {
  const { accountId, role, ...caller } = callerOf(request)
  if (accountId === null || role === null) throw new Error('The route does not ask for an account')
  return { ...caller, accountId, role }
}

/** The author of the changes that a request makes. */
export function authorOf(request: FastifyRequest, clock: Clock): Author {
  const { user, source } = callerOf(request)
  return { actor: user.email, source, at: new Date(clock.now()) }
}

/** Where a request comes from; a forwarded address is taken only when it is one. */
export function sourceOf(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown')
}
