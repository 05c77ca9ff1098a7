import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { wallTime, type Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'
import { bearerToken, sentWorkerToken, sourceOf, type WorkerCaller } from '../auth/caller.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import { findAliasKey, type AliasIdentity } from './alias-credentials.ts'
import type { LeaseState } from './lease-store.ts'
import { createAdmission } from './worker-admission.ts'
import { workerHost } from './worker-name.ts'
import { createTokenVerifier } from './worker-token.ts'

/** A worker and the lease that its token is for; `request.params.id` names the leased task. */
export interface LeaseCaller extends WorkerCaller {
  lease: LeaseState
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for callers that are workers. */
    lease: LeaseState | null
  }
}

interface WorkerCallOptions {
  db: Kysely<Database>
  pool: pg.Pool
  /** `PUBLIC_URL`: who the tokens are made for. */
  audience: string
  clock: Clock
  keyUses: KeyUses
}

/**
 * Resolves `request.caller` and `request.lease` for workers. 401 without a valid token of a valid key, each
 * usable for one call; 403 for a task that is not one of the key's alias, whether it exists or not; 409 when
 * the lease has ended.
 */
export const workerCalls = fp<WorkerCallOptions>(
  async (app, { db, pool, audience, clock, keyUses }) => {
    const tokens = createTokenVerifier(db, audience)
    const admit = createAdmission(pool)
    app.decorateRequest('lease', null)
    app.addHook('onRequest', async (request) => {
      const { platformAccess, workersToo } = request.routeOptions.config
      if (platformAccess === 'signed-in' && sentWorkerToken(request)) {
        request.caller = await withoutTask(request)
        return
      }
      if (platformAccess !== 'worker' && !(workersToo && sentWorkerToken(request))) return
      const now = clock.now()
      const sent = bearerToken(request.headers.authorization)
      const token = sent === null ? null : await tokens.verify(sent, wallTime(clock))
      if (!token) throw notValid()
      const { id: taskId } = request.params as { id: string }
      if (taskId.includes('\0')) throw notOfAlias()
      const { alias: worker, first, lease } = await admit({ token, taskId, now })
      if (!worker || !first) throw notValid()
      keyUses.note({ table: 'alias_keys', id: token.keyId, by: workerHost(request), at: now })
      if (!lease || lease.aliasId !== worker.aliasId) throw await refusal(taskId, worker)
      if (!lease.live) throw leaseEnded()
      const { accountId, aliasId, alias } = worker
      request.caller = { kind: 'worker', accountId, aliasId, alias, source: sourceOf(request) }
      request.lease = lease
    })

    /** The worker that calls a route about no task. Such calls are not counted as uses of the token. */
    async function withoutTask(request: FastifyRequest): Promise<WorkerCaller> {
      const now = clock.now()
      const token = await tokens.verify(bearerToken(request.headers.authorization) ?? '', wallTime(clock))
      const worker = token && (await findAliasKey(db, token.keyId, new Date(now)))
      if (!worker) throw notValid()
      keyUses.note({ table: 'alias_keys', id: worker.keyId, by: workerHost(request), at: now })
      const { accountId, aliasId, alias } = worker
      return { kind: 'worker', accountId, aliasId, alias, source: sourceOf(request) }
    }

    /** A lease that is no longer stored: 409 if the task is one of this alias, else 403. */
    async function refusal(taskId: string, worker: AliasIdentity): Promise<AppError> {
      const found = await db
        .selectFrom('tasks')
        .select('id')
        .where('id', '=', taskId)
        .where('account_id', '=', worker.accountId)
        .where('type', '=', worker.type)
        .where('alias', '=', worker.alias)
        .executeTakeFirst()
      return found ? leaseEnded() : notOfAlias()
    }
  },
  { name: 'worker-calls', fastify: '5.x', dependencies: ['caller-resolution'] },
)

const notValid = () => new AppError('UNAUTHENTICATED', 'The token of the worker is not valid')
const notOfAlias = () => new AppError('NOT_ALLOWED', 'The task is not one of the alias of this key')
const leaseEnded = () => new AppError('CONFLICT', 'The lease of the task has ended')

/** The worker that calls a route whose access is `worker`. */
export function leaseCallerOf({ caller, lease }: FastifyRequest): LeaseCaller {
  if (caller?.kind !== 'worker' || !lease) throw new Error('The route does not ask for a worker')
  return { ...caller, lease }
}
