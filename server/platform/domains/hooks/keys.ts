import { sql, type Kysely } from 'kysely'
import { HOOK_KEY_DAYS } from '#shared/domains/hooks/constants.ts'
import { hookMessages } from '#shared/domains/hooks/messages.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '#server/platform/db/database.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The run of a call. */
export interface DecidedRun {
  id: string
  /** An earlier call with the same key has decided on it. */
  repeated: boolean
  /** It was stored already. */
  started: boolean
}

/**
 * Decides on the run of a call, and counts it. The id is stored with the key before the run, so that calls with the same key
 * start the same run, at the same time or after a process has ended in between. Repeated calls are not counted. Throws
 * TOO_MANY_REQUESTS above the limit of the address, NOT_FOUND when the address was deleted meanwhile.
 */
export function decideRun(
  db: Kysely<Database>,
  { hookId, key, now }: { hookId: string; key: string | null; now: number },
): Promise<DecidedRun> {
  return db.transaction().execute(async (trx) => {
    const made = { id: newId(now), repeated: false, started: false }
    if (key !== null) {
      // A second call with the key waits here until the first is committed.
      const { rows } = await sql`
        insert into hook_starts (hook_id, key, workqueue_id, created)
        select id, ${key}, ${made.id}, ${new Date(now)} from hooks where id = ${hookId}
        on conflict (hook_id, key) do update
          set workqueue_id = excluded.workqueue_id, created = excluded.created, started = false
          where hook_starts.created <= ${new Date(now - HOOK_KEY_DAYS * DAY_MS)}
        returning key`.execute(trx)
      const known = rows.length === 0 && (await runOfKey(trx, hookId, key))
      if (known) return known
    }
    await countStart(trx, hookId, now)
    return made
  })
}

async function runOfKey(db: Kysely<Database>, hookId: string, key: string): Promise<DecidedRun | null> {
  const { rows } = await sql<{ id: string; started: boolean }>`
    select workqueue_id as id, started from hook_starts where hook_id = ${hookId} and key = ${key}`.execute(
    db,
  )
  return rows[0] ? { ...rows[0], repeated: true } : null
}

/** One more run in the current minute of the address, over all processes. */
async function countStart(db: Kysely<Database>, hookId: string, now: number): Promise<void> {
  const at = new Date(now)
  const isOver = sql`(minute_ends is null or minute_ends <= ${at})`
  const { rows } = await sql<{ limit: number; starts: number; ends: Date }>`
    update hooks set
      minute_starts = case when ${isOver} then 1 else minute_starts + 1 end,
      minute_ends = case when ${isOver} then ${new Date(now + MINUTE_MS)}::timestamptz else minute_ends end
    where id = ${hookId}
    returning call_limit as "limit", minute_starts as starts, minute_ends as ends`.execute(db)
  const [counted] = rows
  if (!counted) throw new AppError('NOT_FOUND', hookMessages.notFound)
  const { limit, starts, ends } = counted
  if (starts <= limit) return
  const retryAfter = Math.max(1, Math.ceil((ends.getTime() - now) / 1000))
  throw new AppError('TOO_MANY_REQUESTS', hookMessages.tooMany(limit, retryAfter), { retryAfter })
}
