import type pg from 'pg'
import { createBatcher } from '#server/lib/batcher.ts'
import { leaseColumns, type LeaseState } from './lease-store.ts'
import type { AliasIdentity } from './alias-credentials.ts'
import type { LeaseRef } from './reserve.ts'
import type { WorkerToken } from './worker-token.ts'

/** A call about leased tasks, with a correctly signed token. */
export interface WorkerCall {
  token: WorkerToken
  refs: readonly LeaseRef[]
  /** Milliseconds since 1970. */
  now: number
}

export interface Admission {
  /** The alias of the key; null when the key is deleted, expired or of a deleted worker. */
  alias: AliasIdentity | null
  /** The token was not used before. */
  first: boolean
  /** The leases that the call names, in its order; null for one that is not stored for its task. */
  leases: (LeaseState | null)[]
}

/** One for each lease that a call names; one without a lease for a call that names none. */
type Row = AliasIdentity &
  Omit<LeaseState, 'attempt'> & { place: number; first: boolean; attempt: number | null } & {
    /** The place of the lease among those of its call, from 1. */
    nth: number | null
    leaseAlias: string
  }

/** Calls of one statement. */
const MOST = 100

/**
 * Reads the data about calls of workers: the key, the use of the token, the leases. One statement for all
 * concurrent calls. Uses are stored only for valid keys, and their commit does not wait for the disk: a use
 * lost in a crash leaves a token that is valid for one more call within its five minutes, for the same leases.
 */
export function createAdmission(pool: pg.Pool): (call: WorkerCall) => Promise<Admission> {
  return createBatcher({ maxBatch: MOST, ask: (calls: readonly WorkerCall[]) => admitAll(pool, calls) })
}

async function admitAll(pool: pg.Pool, calls: readonly WorkerCall[]): Promise<Admission[]> {
  const named = calls.flatMap(({ refs }, index) =>
    refs.map((ref, nth) => ({ ...ref, place: index + 1, nth: nth + 1 })),
  )
  const { rows } = await pool.query<Row>({
    name: 'worker-admission',
    text: admissionText,
    values: [
      calls.map(({ token }) => token.keyId),
      calls.map(({ token }) => token.jti),
      calls.map(({ token }) => token.expires),
      calls.map(({ now }) => new Date(now)),
      calls.length,
      named.map(({ place }) => place),
      named.map(({ nth }) => nth),
      named.map(({ taskId }) => taskId),
      named.map(({ lease }) => lease),
      named.length,
    ],
  })
  const admissions = calls.map(({ refs }): Admission => {
    return { alias: null, first: false, leases: refs.map(() => null) }
  })
  const used = new Set<string>()
  for (const { place, nth, ...row } of rows.sort((one, other) => one.place - other.place)) {
    const admission = admissions[place - 1]
    if (!admission) continue
    if (!admission.alias) {
      const { aliasId, accountId, workerId, type, alias } = row
      const use = `${aliasId} ${calls[place - 1]?.token.jti ?? ''}`
      admission.alias = { aliasId, accountId, workerId, type, alias }
      // Of two calls with one token in this statement the earlier one is the first.
      admission.first = row.first && !used.has(use)
      used.add(use)
    }
    if (nth !== null) admission.leases[nth - 1] = leaseOf(row)
  }
  return admissions
}

function leaseOf({ leaseAlias: aliasId, attempt, ...row }: Omit<Row, 'place' | 'nth'>): LeaseState | null {
  if (attempt === null) return null
  const { taskId, workqueueId, lease, live, sent, execution, visibleUntil, acknowledged } = row
  const state = { live, sent, execution, visibleUntil, acknowledged }
  const { appId, inputsWithVariables } = row
  return { taskId, workqueueId, attempt, lease, aliasId, ...state, appId, inputsWithVariables }
}

/**
 * The planner does not know the limits, so it looks each key and each lease up by its ids (see `changeMany` in
 * `runs/write.ts`). Uses are stored in a fixed order, so that two processes never deadlock.
 */
const admissionText = `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
  asked as (
    select * from unnest((select $1::text[]), $2::text[], $3::timestamptz[], $4::timestamptz[])
      with ordinality as a(key_id, jti, expires, now, place) limit $5),
  named as (
    select * from unnest((select $6::integer[]), $7::integer[], $8::text[], $9::text[])
      as n(place, nth, task_id, lease) limit $10),
  known as materialized (
    select asked.*, a.id as alias_id, a.name as alias, w.id as worker_id, w.account_id, w.type
    from asked join alias_keys k on k.id = asked.key_id and k.expires > asked.now
      join worker_aliases a on a.id = k.alias_id join workers w on w.id = a.worker_id
    where w.status <> 'deleted'),
  used as (
    insert into worker_token_uses (alias_id, jti, expires)
    select alias_id, jti, expires from known, unhurried order by alias_id, jti
    on conflict do nothing returning alias_id, jti)
  select known.place::integer, known.alias_id as "aliasId", known.account_id as "accountId",
    known.worker_id as "workerId", known.type, known.alias, used.jti is not null as first, named.nth,
    l.alias_id as "leaseAlias", ${leaseColumns('known.now')}
  from known left join used on used.alias_id = known.alias_id and used.jti = known.jti
    left join named on named.place = known.place
    left join (task_leases l join tasks t on t.id = l.task_id)
      on l.task_id = named.task_id and l.lease = named.lease`
