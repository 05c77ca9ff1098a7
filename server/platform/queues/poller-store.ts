import { sql, type Kysely } from 'kysely'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { Database } from '../db/database.ts'

/** A worker process as it was last heard; moments in milliseconds since 1970. */
export interface SeenPoller {
  accountId: string
  type: string
  alias: string
  hostName: string
  version: string | null
  firstPoll: number
  lastPoll: number
  lastSeen: number
}

export type PollerStore = ReturnType<typeof createPollerStore>

const rowOf = ({ accountId, type, alias, hostName, version }: SeenPoller) => ({
  account_id: accountId,
  type,
  alias,
  host_name: hostName,
  version: version ?? '',
})

/**
 * Who polls the queues. Several processes of the platform may hear one worker: the latest moment counts, unless it is of a
 * clock that was ahead. A statement may be repeated.
 */
export function createPollerStore(db: Kysely<Database>) {
  return {
    async save(pollers: readonly SeenPoller[], now: number): Promise<void> {
      const rows = pollers.map((poller) => ({
        ...rowOf(poller),
        first_poll: new Date(poller.firstPoll).toISOString(),
        last_poll: new Date(poller.lastPoll).toISOString(),
        last_seen: new Date(poller.lastSeen).toISOString(),
      }))
      const at = new Date(now)
      await sql`
        with unhurried as (select set_config('synchronous_commit', 'off', true))
        insert into queue_pollers as known
          (account_id, type, alias, host_name, version, first_poll, last_poll, last_seen)
        select row.* from unhurried, json_to_recordset(${JSON.stringify(rows)}::json) as row (
          account_id text, type text, alias text, host_name text, version text,
          first_poll timestamptz, last_poll timestamptz, last_seen timestamptz)
        order by 1, 2, 3, 4, 5
        on conflict (account_id, type, alias, host_name, version) do update set
          first_poll = case
            when known.last_seen < excluded.first_poll - ${POLLED_MS} * interval '1 millisecond' then excluded.first_poll
            else least(known.first_poll, excluded.first_poll) end,
          last_poll = greatest(excluded.last_poll, least(known.last_poll, ${at})),
          last_seen = greatest(excluded.last_seen, least(known.last_seen, ${at}))`.execute(db)
    },

    /** Removes pollers that are known under another name now. */
    async remove(pollers: readonly SeenPoller[]): Promise<void> {
      await sql`
        delete from queue_pollers p using json_to_recordset(${JSON.stringify(pollers.map(rowOf))}::json) as gone (
          account_id text, type text, alias text, host_name text, version text)
        where p.account_id = gone.account_id and p.type = gone.type and p.alias = gone.alias
          and p.host_name = gone.host_name and p.version = gone.version`.execute(db)
    },
  }
}
