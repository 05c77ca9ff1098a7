import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'

interface OfQueue {
  accountId: string
  type: string
  alias: string
  /** The beginning of the minute or hour that is counted; moments in milliseconds since 1970. */
  at: number
}

/** What moved in a queue in one minute. */
export interface MinuteCount extends OfQueue {
  came: number
  out: number
  gone: number
  firstMove: number
  lastOut: number | null
}

/** How long tasks of an app have waited in one hour. */
export interface WaitCount extends OfQueue {
  appId: string
  buckets: number[]
}

/** How attempts ended in one hour. */
export interface OutcomeCount extends OfQueue {
  version: string
  hostName: string
  ended: number
  failed: number
  lastEnded: number | null
  lastFailed: number | null
}

export type TallyStore = ReturnType<typeof createTallyStore>

/**
 * Stores the counts of one process. A row has a whole count and never becomes smaller, so that a statement may be
 * repeated, also when its first commit is in doubt. Such a commit does not wait for the disk: the next one has its
 * counts too.
 */
export function createTallyStore(db: Kysely<Database>) {
  const process = randomUUID()
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())

  return {
    async saveMinutes(counts: readonly MinuteCount[]): Promise<void> {
      const rows = counts.map(({ accountId, type, alias, at, came, out, gone, firstMove, lastOut }) => ({
        account_id: accountId,
        type,
        alias,
        minute: moment(at),
        came,
        handed_out: out,
        gone,
        first_move: moment(firstMove),
        last_out: moment(lastOut),
      }))
      await sql`
        with unhurried as (select set_config('synchronous_commit', 'off', true))
        insert into queue_minutes as known
          (process, account_id, type, alias, minute, came, handed_out, gone, first_move, last_out)
        select ${process}, row.* from unhurried, json_to_recordset(${JSON.stringify(rows)}::json) as row (
          account_id text, type text, alias text, minute timestamptz, came integer, handed_out integer, gone integer,
          first_move timestamptz, last_out timestamptz)
        on conflict (account_id, type, alias, minute, process) do update set
          came = greatest(known.came, excluded.came), handed_out = greatest(known.handed_out, excluded.handed_out),
          gone = greatest(known.gone, excluded.gone), last_out = greatest(known.last_out, excluded.last_out)`.execute(
        db,
      )
    },

    async saveWaits(counts: readonly WaitCount[]): Promise<void> {
      const rows = counts.map(({ accountId, appId, type, alias, at, buckets }) => ({
        account_id: accountId,
        app_id: appId,
        type,
        alias,
        hour: moment(at),
        buckets,
      }))
      // Of two counts that one process has made, the later one is also the greater one as an array.
      await sql`
        with unhurried as (select set_config('synchronous_commit', 'off', true))
        insert into queue_waits as known (process, account_id, app_id, type, alias, hour, buckets)
        select ${process}, row.* from unhurried, json_to_recordset(${JSON.stringify(rows)}::json) as row (
          account_id text, app_id text, type text, alias text, hour timestamptz, buckets integer[])
        on conflict (account_id, type, alias, hour, app_id, process) do update set
          buckets = greatest(known.buckets, excluded.buckets)`.execute(db)
    },

    async saveOutcomes(counts: readonly OutcomeCount[]): Promise<void> {
      const rows = counts.map(({ accountId, hostName, at, lastEnded, lastFailed, ...count }) => ({
        ...count,
        account_id: accountId,
        host_name: hostName,
        hour: moment(at),
        last_ended: moment(lastEnded),
        last_failed: moment(lastFailed),
      }))
      await sql`
        with unhurried as (select set_config('synchronous_commit', 'off', true))
        insert into attempt_outcomes as known
          (process, account_id, type, alias, version, host_name, hour, ended, failed, last_ended, last_failed)
        select ${process}, row.* from unhurried, json_to_recordset(${JSON.stringify(rows)}::json) as row (
          account_id text, type text, alias text, version text, host_name text, hour timestamptz, ended integer,
          failed integer, last_ended timestamptz, last_failed timestamptz)
        on conflict (account_id, type, hour, alias, version, host_name, process) do update set
          ended = greatest(known.ended, excluded.ended), failed = greatest(known.failed, excluded.failed),
          last_ended = greatest(known.last_ended, excluded.last_ended),
          last_failed = greatest(known.last_failed, excluded.last_failed)`.execute(db)
    },
  }
}
