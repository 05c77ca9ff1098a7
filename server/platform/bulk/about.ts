import { sql, type Kysely } from 'kysely'
import type { BulkAction, BulkSelection, ReceiptAbout } from '#shared/bulk/contract.ts'
import type { Database } from '../db/database.ts'

/** What the rows of an action are, and the run of each. */
const runsOfRows: Record<'cancel-workqueues' | 'restart-tasks', ReturnType<typeof sql>> = {
  'cancel-workqueues': sql`
    select w.status, w.id, w.name, w.app_id, w.account_id from workqueues w
    join receipt_rows r on r.entity_id = w.id`,
  'restart-tasks': sql`
    select t.status, w.id, w.name, w.app_id, w.account_id from tasks t
    join receipt_rows r on r.entity_id = t.id join workqueues w on w.id = t.workqueue_id`,
}

/** What the rows of a new receipt have in common. */
export async function aboutRows(
  trx: Kysely<Database>,
  receiptId: string,
  { action, selection }: { action: BulkAction; selection: BulkSelection },
): Promise<ReceiptAbout> {
  if (selection.by === 'plan' || selection.by === 'schedule')
    return { name: selection.name, appId: selection.appId, workqueueId: null, status: null }
  if (action === 'start-workqueues' || action === 'backfill-schedule')
    return { name: '', appId: null, workqueueId: null, status: null }
  const { rows } = await sql<ReceiptAbout>`
    with rows as (${runsOfRows[action]} where r.receipt_id = ${receiptId}),
    common as (
      select case when count(distinct name) = 1 then min(name) end as run_name,
        case when count(distinct id) = 1 then min(id) end as run_id,
        case when count(distinct app_id) = 1 then min(app_id) end as app_id,
        case when count(distinct status) = 1 then min(status) end as status
      from rows where account_id = (select account_id from receipts where id = ${receiptId}))
    select coalesce(run_name, a.name, '') as name, app_id as "appId", run_id as "workqueueId", c.status
    from common c left join apps a on a.id = c.app_id`.execute(trx)
  const [about = { name: '', appId: null, workqueueId: null, status: null }] = rows
  return selection.by === 'failure' ? { ...about, name: selection.title } : about
}
