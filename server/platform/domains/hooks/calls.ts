import { sql, type Kysely } from 'kysely'
import { KEPT_HOOK_CALLS } from '#shared/domains/hooks/constants.ts'
import type { HookCall } from '#shared/domains/hooks/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import type { Database } from '#server/platform/db/database.ts'
import { orderOf, readPage, type PageRequest } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { wireCall } from './wire.ts'

/** A call of a start address that was answered. */
export interface AnsweredCall {
  hookId: string
  accountId: string
  appId: string
  /** Whether the sender had shown that it knows the secret. */
  hadSecret: boolean
  at: Date
  status: number
  reason: string | null
  key: string | null
  workqueueId: string | null
  repeated: boolean
  ms: number
  source: string
}

/**
 * Stores a call and marks its key as started. One that was refused like the newest is counted in its row, and the oldest ones
 * are deleted: senders without the secret displace only each other.
 */
export async function noteCall(db: Kysely<Database>, call: AnsweredCall): Promise<void> {
  const { hookId, accountId, appId, hadSecret, at, status, reason, key, workqueueId, repeated, ms, source } =
    call
  await sql`
    with kept as (
      select id, row_number() over (order by id desc) as place from hook_calls
      where hook_id = ${hookId} and had_secret = ${hadSecret}),
    again as (
      update hook_calls c set count = c.count + 1, at = ${at}, ms = ${ms}
      from kept where c.id = kept.id and kept.place = 1 and ${workqueueId === null} and c.workqueue_id is null
        and c.status = ${status} and c.source = ${source} and c.reason is not distinct from ${reason}::text
        and c.key is not distinct from ${key}::text
      returning c.id),
    made as (
      insert into hook_calls
        (account_id, app_id, hook_id, had_secret, at, status, reason, key, workqueue_id, repeated, ms, source)
      select ${accountId}, ${appId}, h.id, ${hadSecret}, ${at}, ${status}, ${reason}, ${key}, ${workqueueId}, ${repeated},
        ${ms}, ${source}
      from hooks h where h.id = ${hookId} and not exists (select from again)),
    displaced as (
      delete from hook_calls where id in (
        select id from kept where place >= ${KEPT_HOOK_CALLS} + (select count(*) from again))),
    counted as (
      insert into hook_hours (hook_id, hour, calls)
      select h.id, date_trunc('hour', ${at}::timestamptz), 1 from hooks h where h.id = ${hookId}
      on conflict (hook_id, hour) do update set calls = hook_hours.calls + 1),
    past as (
      delete from hook_hours where hook_id = ${hookId} and hour < ${at}::timestamptz - interval '25 hours')
    update hook_starts set started = true
    where hook_id = ${hookId} and key = ${key} and workqueue_id = ${workqueueId} and not started`.execute(db)
}

/** A page of the calls of a start address, newest first. NOT_FOUND for what the account does not have. */
export async function listCalls(
  db: Kysely<Database>,
  accountId: string,
  hookId: string,
  page: PageRequest<'at'>,
): Promise<Page<HookCall>> {
  await requireOwn(db, accountId, 'hooks', hookId)
  const rows = db.selectFrom('hook_calls').selectAll().where('hook_id', '=', hookId)
  const order = orderOf(page.sort, { column: (name) => name, created: 'at' })
  const { data, total } = await readPage(db, rows, order, page)
  return { data: data.map(wireCall), total }
}
