import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { wallTime, type Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { Database } from '../db/database.ts'
import { oneOf } from '../db/listing.ts'
import { bearerToken, sentWorkerToken, sourceOf, type WorkerCaller } from '../auth/caller.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import { findAliasKey, type AliasIdentity } from './alias-credentials.ts'
import type { LeaseState } from './lease-store.ts'
import { createAdmission } from './worker-admission.ts'
import type { LeaseRef } from './reserve.ts'
import { workerHost } from './worker-name.ts'
import { createTokenVerifier, type WorkerToken } from './worker-token.ts'

/** A worker and the lease that its token is for; `request.params.id` names the leased task. */
export interface LeaseCaller extends WorkerCaller {
  lease: LeaseState
}

/** A worker that calls about several tasks. Of each lease that it names, in its order: the lease, or why it is refused. */
export interface LeasesCaller {
  worker: WorkerCaller
  leases: (LeaseState | AppError)[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The lease of the task in the address, for callers that are workers. */
    lease: LeaseState | null
    /** On routes that are about several tasks: the token of the call, which was not used up yet. */
    workerToken: WorkerToken | null
  }
  interface FastifyInstance {
    /**
     * The worker of a call about several tasks, on a route whose access is `workers`. Uses its token up; 401 when it was used
     * before, 403 when its claim `lease` is not that of these leases (`leaseOfAll`).
     */
    leasesCallerOf(request: FastifyRequest, refs: readonly LeaseRef[]): Promise<LeasesCaller>
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
 * the lease has ended. A call about several tasks names them in its body: there the hook checks the signature of the token, and
 * the route asks for the rest (`leasesCallerOf`).
 */
export const workerCalls = fp<WorkerCallOptions>(
  async (app, { db, pool, audience, clock, keyUses }) => {
    const tokens = createTokenVerifier(db, audience)
    const admit = createAdmission(pool)
    app.decorateRequest('lease', null)
    app.decorateRequest('workerToken', null)
    app.decorate('leasesCallerOf', async (request: FastifyRequest, refs: readonly LeaseRef[]) => {
      const { workerToken: token } = request
      if (!token) throw new Error('The route does not ask for a worker')
      const caller = await admitted(request, token, refs)
      if (token.lease !== leaseOfAll(refs))
        throw faultOf('leases', 'are not those of the token', 'NOT_ALLOWED')
      request.caller = caller.worker
      return caller
    })
    app.addHook('onRequest', async (request) => {
      const { platformAccess, workersToo } = request.routeOptions.config
      if (platformAccess === 'signed-in' && sentWorkerToken(request)) {
        request.caller = await withoutTask(request)
        return
      }
      if (platformAccess === 'workers') {
        request.workerToken = await tokenOf(request)
        return
      }
      if (platformAccess !== 'worker' && !(workersToo && sentWorkerToken(request))) return
      const token = await tokenOf(request)
      const { id: taskId } = request.params as { id: string }
      if (taskId.includes('\0')) throw notOfAlias()
      const { worker, leases } = await admitted(request, token, [{ taskId, lease: token.lease }])
      const [lease = notOfAlias()] = leases
      if (lease instanceof AppError) throw lease
      request.caller = worker
      request.lease = lease
    })

    async function tokenOf(request: FastifyRequest): Promise<WorkerToken> {
      const sent = bearerToken(request.headers.authorization)
      const token = sent === null ? null : await tokens.verify(sent, wallTime(clock))
      if (!token) throw notValid()
      return token
    }

    async function admitted(
      request: FastifyRequest,
      token: WorkerToken,
      refs: readonly LeaseRef[],
    ): Promise<LeasesCaller> {
      const now = clock.now()
      const { alias: worker, first, leases } = await admit({ token, refs, now })
      if (!worker || !first) throw notValid()
      keyUses.note({ table: 'alias_keys', id: token.keyId, by: workerHost(request), at: now })
      const { accountId, aliasId, type, alias } = worker
      const isOwn = leases.map((lease) => lease?.aliasId === aliasId)
      const known = await tasksOf(
        worker,
        refs.filter((_ref, index) => !isOwn[index]),
      )
      return {
        worker: { kind: 'worker', accountId, aliasId, type, alias, source: sourceOf(request) },
        leases: leases.map((lease, index) => {
          if (lease && isOwn[index]) return lease.live || lease.sent ? lease : leaseEnded()
          return known.has(refs[index]?.taskId ?? '') ? leaseEnded() : notOfAlias()
        }),
      }
    }

    /** The worker that calls a route about no task. Such calls are not counted as uses of the token. */
    async function withoutTask(request: FastifyRequest): Promise<WorkerCaller> {
      const now = clock.now()
      const token = await tokens.verify(bearerToken(request.headers.authorization) ?? '', wallTime(clock))
      const worker = token && (await findAliasKey(db, token.keyId, new Date(now)))
      if (!worker) throw notValid()
      keyUses.note({ table: 'alias_keys', id: worker.keyId, by: workerHost(request), at: now })
      const { accountId, aliasId, type, alias } = worker
      return { kind: 'worker', accountId, aliasId, type, alias, source: sourceOf(request) }
    }

    /** Those of the tasks that are of this alias: their lease is no longer stored. */
    async function tasksOf(worker: AliasIdentity, refs: readonly LeaseRef[]): Promise<Set<string>> {
      if (refs.length === 0) return new Set()
      const found = await db
        .selectFrom('tasks')
        .select('id')
        .where(
          oneOf(
            'id',
            refs.map(({ taskId }) => taskId),
          ),
        )
        .where('account_id', '=', worker.accountId)
        .where('type', '=', worker.type)
        .where('alias', '=', worker.alias)
        .execute()
      return new Set(found.map(({ id }) => id))
    }
  },
  { name: 'worker-calls', fastify: '5.x', dependencies: ['caller-resolution'] },
)

const notValid = () => new AppError('UNAUTHENTICATED', 'The token of the worker is not valid')
const notOfAlias = () => new AppError('NOT_ALLOWED', 'The task is not one of the alias of this key')
const leaseEnded = () => new AppError('CONFLICT', 'The lease of the task has ended')

/** What the claim `lease` of a token for several leases must be: the hash of all of them, whatever their order. */
function leaseOfAll(refs: readonly LeaseRef[]): string {
  const leases = refs.map(({ lease }) => lease).sort()
  return createHash('sha256').update(leases.join('\n')).digest('base64url')
}

/** The worker that calls a route whose access is `worker`. */
export function leaseCallerOf({ caller, lease }: FastifyRequest): LeaseCaller {
  if (caller?.kind !== 'worker' || !lease) throw new Error('The route does not ask for a worker')
  return { ...caller, lease }
}
