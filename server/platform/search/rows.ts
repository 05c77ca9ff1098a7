import { sql, type Transaction } from 'kysely'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import type { Json } from '#shared/lib/json.ts'
import type { Database } from '../db/database.ts'
import { packHashes, termHasher } from './hash.ts'
import { searchedFields, type SearchedRun } from './terms.ts'

export type SearchTrx = Transaction<Database>

/** A larger state is not searched. */
const MAX_STATE_BYTES = 256 * 1024
const MAX_ALIASES = 50
const MAX_REASONS = 20
const MAX_REASON = 500

/** A run as it is read for its row. */
export interface RunToIndex extends Omit<SearchedRun, 'states'> {
  accountId: string
  initialState: string | null
  state: string | null
  /** Null: it has no row yet. */
  bucket: number | null
  /** It is among the runs of before that are still to be added. */
  ahead: boolean
}

/** A run and the bucket that its row is in. */
export interface Placed {
  run: RunToIndex
  bucket: number
}

/** The runs as they are now, in the order of their ids; those that are gone are left out. */
export async function readRunsToIndex(trx: SearchTrx, ids: readonly string[]): Promise<RunToIndex[]> {
  // States are read as text, because the driver would parse them one by one; the final one of runs that have ended.
  const { rows } = await sql<RunToIndex>`
    select w.id, w.account_id as "accountId", w.app_id as "appId", w.name, w.description, w.tags,
      w.plan_id as "planId", w.parent_id as "parentId",
      (select plans.name from plans where plans.id = w.plan_id and plans.account_id = w.account_id) as "planName",
      w.parent_task_id is not null as "isChild", w.created_by as "createdBy",
      case when octet_length(w.initial_state::text) <= ${MAX_STATE_BYTES} then w.initial_state::text end as "initialState",
      case when w.status = any(${terminalWorkqueueStatuses}) and octet_length(w.state::text) <= ${MAX_STATE_BYTES}
        then w.state::text end as state,
      array(select distinct t.alias from tasks t where t.workqueue_id = w.id limit ${MAX_ALIASES}) as aliases,
      case when w.status = any(${terminalWorkqueueStatuses}) then array(
        select distinct left(t.reason, ${MAX_REASON}) from tasks t
        where t.workqueue_id = w.id and t.status = 'failed' and t.reason is not null limit ${MAX_REASONS})
        else '{}' end as reasons,
      (select s.bucket from run_search s where s.run_id = w.id) as bucket,
      coalesce(not p.done and w.created < p.since and (w.account_id > p.account_id or w.account_id = p.account_id
        and (p.created is null or (w.created, w.id) < (p.created, p.run_id))), false) as ahead
    from search_progress p, unnest(${ids}::text[]) with ordinality as wanted (id, place)
      join workqueues w on w.id = wanted.id
    order by wanted.place`.execute(trx)
  return rows
}

/** Writes the rows of runs. The hashes of all of them are one parameter, from which each row takes its part. */
export async function writeRows(trx: SearchTrx, placed: readonly Placed[]): Promise<void> {
  if (placed.length === 0) return
  const hashes: number[] = []
  const rows = placed.map(({ run, bucket }) => {
    const { terms, words } = searchedFields({ ...run, states: statesOf(run) })
    const hash = termHasher(run.accountId, bucket)
    const first = hashes.length / 2 + 1
    for (const term of terms) hash(term, hashes)
    return { id: run.id, bucket, words, first, last: hashes.length / 2 }
  })
  const texts = (key: 'id' | 'words') => rows.map((row) => row[key])
  const numbers = (key: 'bucket' | 'first' | 'last') => `{${rows.map((row) => row[key]).join(',')}}`
  await sql`
    insert into run_search (run_id, account_id, bucket, status, created, started, active_ms, words, terms)
    select w.id, w.account_id, row.bucket, w.status, w.created, w.started,
      case when w.status = any(${terminalWorkqueueStatuses}) then w.active_ms end, row.words,
      (${packHashes(hashes)}::bigint[])[row.first:row.last]
    from unnest(${texts('id')}::text[], ${numbers('bucket')}::int[], ${texts('words')}::text[],
        ${numbers('first')}::int[], ${numbers('last')}::int[]) as row (run_id, bucket, words, first, last)
      join workqueues w on w.id = row.run_id
    on conflict (run_id) do update set bucket = excluded.bucket, status = excluded.status, started = excluded.started,
      active_ms = excluded.active_ms, words = excluded.words, terms = excluded.terms`.execute(trx)
}

const statesOf = ({ initialState, state }: RunToIndex): Json[] =>
  [initialState, state === initialState ? null : state]
    .filter((text) => text !== null)
    .map((text) => JSON.parse(text) as Json)
