import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database } from '../db/database.ts'
import type { Leases, LeaseState } from '../queue/leases.ts'
import { sourceOf } from './caller.ts'
import { createTokenUses } from './token-uses.ts'
import { bearerToken, verifyWorkerToken } from './worker-token.ts'

/** A worker that speaks of a task in its hands; `request.params.id` names the task. */
export interface WorkerCaller {
  kind: 'worker'
  accountId: string
  aliasId: string
  alias: string
  /** What its token was made for. */
  lease: LeaseState
  source: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route about one task that workers may call besides people, for the task in their hands. */
    workersToo?: true
  }
}

interface WorkerCallOptions {
  db: Kysely<Database>
  pool: pg.Pool
  leases: Leases
  /** `PUBLIC_URL`: who the tokens are made for. */
  audience: string
  clock: Clock
}

/**
 * Resolves `request.caller` for workers (contract section 6). 401 without a valid token of a living key, each good for
 * one call; 403 for a task that is not one of the key's alias, there or not; 409 when the lease has ended.
 */
export const workerCalls = fp<WorkerCallOptions>(
  async (app, { db, pool, leases, audience, clock }) => {
    const uses = createTokenUses(pool)
    app.addHook('onRequest', async (request) => {
      const { platformAccess, workersToo } = request.routeOptions.config
      if (platformAccess !== 'worker' && !(workersToo && sentWorkerToken(request))) return
      const now = clock.now()
      const token = bearerToken(request.headers.authorization)
      const worker = token === null ? null : await verifyWorkerToken(db, token, audience, now)
      if (!worker || !(await uses.first(worker.aliasId, worker.jti, worker.expires)))
        throw new AppError('UNAUTHENTICATED', 'The token of the worker is not valid')
      const { id: taskId } = request.params as { id: string }
      const lease = await leases.find({ taskId, lease: worker.lease }, now)
      if (!lease || lease.aliasId !== worker.aliasId) throw await refusal(taskId, worker)
      if (!lease.live) throw leaseEnded()
      const { accountId, aliasId, alias } = worker
      request.caller = { kind: 'worker', accountId, aliasId, alias, lease, source: sourceOf(request) }
    })

    /** A lease that is not known any more: was it one of a task that this alias may speak of? */
    async function refusal(taskId: string, of: { accountId: string; type: string; alias: string }) {
      const { rowCount } = await pool.query(
        'select 1 from tasks where id = $1 and account_id = $2 and type = $3 and alias = $4',
        [taskId, of.accountId, of.type, of.alias],
      )
      return rowCount ? leaseEnded() : new AppError('FORBIDDEN', 'The task is not one of this alias')
    }
  },
  { name: 'worker-calls', fastify: '5.x', dependencies: ['caller-resolution'] },
)

const leaseEnded = () => new AppError('CONFLICT', 'The lease of the task has ended')

/** Tokens of people have no dots. */
export const sentWorkerToken = ({ headers }: FastifyRequest) =>
  bearerToken(headers.authorization)?.includes('.') ?? false

/** How a worker is named as the author of what happens to a task. */
export const workerActor = (alias: string) => `worker:${alias}`

/** The worker that calls a route whose access is `worker`. */
export function workerCallerOf(request: FastifyRequest): WorkerCaller {
  if (request.caller?.kind !== 'worker') throw new Error('The route does not ask for a worker')
  return request.caller
}
