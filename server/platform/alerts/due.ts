import { sql, type Selectable } from 'kysely'
import type { AlertQuiet } from '#shared/domains/alerts/contract.ts'
import type { AlertKind } from '#shared/domains/alerts/kinds.ts'
import type { AlertMessage, AlertNotice } from '#shared/domains/alerts/message.ts'
import { newId } from '#server/lib/ids.ts'
import { readItems, mutedUntilOf } from '../attention/item-row.ts'
import type { AttentionTrx } from '../attention/items.ts'
import type { AlertPendingTable } from '../db/tables/alerts.ts'
import { itemNotice } from './item-turns.ts'
import { quietEnd } from './quiet.ts'

/** Rows that one transaction looks at. */
const MOST_DUE = 200
/** At most one message about a group in that time. */
const GROUP_MS = 3_600_000

interface DueRow extends Selectable<AlertPendingTable> {
  name: string
  kind: AlertKind
  enabled: boolean
  quiet: AlertQuiet | null
  /** The last message about the group, and what was held back since. */
  group_sent: Date | null
  more: number | null
}

/**
 * Makes messages of what is due, in one transaction with their deliveries. What comes in quiet hours, or less than an hour
 * after a message about the same, waits, and is then only sent if it is still true. Resolves with whether more may be due.
 */
export async function sendDue(trx: AttentionTrx, now: number): Promise<boolean> {
  const rows = await readDue(trx, now)
  const groups = new Map<string, DueRow[]>()
  for (const row of rows) {
    const key = `${row.rule_id} ${row.group_key}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const group of groups.values()) await sendGroup(trx, group, now)
  return rows.length === MOST_DUE
}

async function readDue(trx: AttentionTrx, now: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select p.*, r.name, r.kind, r.enabled, r.quiet, g.sent as group_sent, g.more
    from alert_pending p join alert_rules r on r.id = p.rule_id
      left join alert_groups g on g.rule_id = p.rule_id and g.group_key = p.group_key
    where p.due <= ${new Date(now)} order by p.due, p.subject limit ${MOST_DUE} for update of p`.execute(trx)
  return rows
}

/** `rows`: what is due of one rule about one group. */
async function sendGroup(trx: AttentionTrx, rows: readonly DueRow[], now: number): Promise<void> {
  const { enabled, quiet, group_sent: sent } = rows[0]!
  if (!enabled) return removePending(trx, rows)
  const until = quietEnd(quiet, now) ?? (sent && sent.getTime() + GROUP_MS)
  if (until !== null && until > now) return hold(trx, rows, until)
  const notices: AlertNotice[] = []
  for (const row of rows) {
    const notice = await noticeOf(trx, row, now)
    if (notice) notices.push(notice)
  }
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const [notice] = notices.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  await removePending(trx, rows)
  if (notice) await sendMessage(trx, rows[0]!, { notice, more: count - 1 + (rows[0]!.more ?? 0) }, now)
  else await countHeld(trx, rows[0]!, count)
}

/** What a message says about a row now; null where it is not sent: muted, or over although it had to last. */
async function noticeOf(trx: AttentionTrx, row: DueRow, now: number): Promise<AlertNotice | null> {
  const { notice } = row
  if (notice.kind === 'runRecovered') return notice
  if (notice.kind === 'runFailed') return failedNotice(trx, row)
  const [kind, key] = splitSubject(row.subject)
  const which = sql`i.account_id = ${row.account_id} and i.kind = ${kind} and i.key = ${key}`
  const [item] = await readItems(trx, which)
  if (!item || item.closed !== null) return row.held ? null : notice
  if (mutedUntilOf(item, now) !== null) return null
  return { ...itemNotice(notice.kind, item.facts, key, now), at: notice.at }
}

function splitSubject(subject: string): [string, string] {
  const at = subject.indexOf(' ')
  return [subject.slice(0, at), subject.slice(at + 1)]
}

/** The newest run that is still failed, with the group of its failure. */
async function failedNotice(trx: AttentionTrx, { notice, held }: DueRow): Promise<AlertNotice | null> {
  const { rows } = await sql<{ id: string; groupId: string | null; isFailed: boolean }>`
    select w.id, w.status = 'failed' as "isFailed", (
      select t.group_id from failure_tasks t where t.workqueue_id = w.id order by t.at desc limit 1) as "groupId"
    from workqueues w where w.id = any(${notice.runIds}::text[])
    order by array_position(${notice.runIds}::text[], w.id)`.execute(trx)
  const run = held ? rows.find(({ isFailed }) => isFailed) : rows[0]
  if (!run) return null
  const group = run.groupId === null ? {} : { groupId: run.groupId }
  return { ...notice, links: { ...notice.links, workqueueId: run.id, ...group } }
}

async function hold(trx: AttentionTrx, rows: readonly DueRow[], until: number): Promise<void> {
  for (const { rule_id: rule, subject } of rows)
    await trx
      .updateTable('alert_pending')
      .set({ due: new Date(until), held: true })
      .where('rule_id', '=', rule)
      .where('subject', '=', subject)
      .execute()
}

async function removePending(trx: AttentionTrx, rows: readonly DueRow[]): Promise<void> {
  for (const { rule_id: rule, subject } of rows)
    await trx.deleteFrom('alert_pending').where('rule_id', '=', rule).where('subject', '=', subject).execute()
}

/** The next message about the group counts what was not sent. */
async function countHeld(trx: AttentionTrx, { rule_id: rule, group_key: group }: DueRow, count: number) {
  await sql`
    update alert_groups set more = more + ${count} where rule_id = ${rule} and group_key = ${group}`.execute(
    trx,
  )
}

async function sendMessage(
  trx: AttentionTrx,
  row: DueRow,
  { notice, more }: { notice: AlertNotice; more: number },
  now: number,
): Promise<void> {
  const at = new Date(now)
  const { runIds: _, ...said } = notice
  const message: AlertMessage = { ...said, rule: { _id: row.rule_id, name: row.name }, more }
  await sql`
    insert into alert_groups (rule_id, group_key, sent) values (${row.rule_id}, ${row.group_key}, ${at})
    on conflict (rule_id, group_key) do update set sent = excluded.sent, more = 0`.execute(trx)
  await sql`
    update alert_rules set sent = sent + 1, last_at = ${at}, last_sentence = ${notice.sentence}
    where id = ${row.rule_id}`.execute(trx)
  const targets = await trx
    .selectFrom('alert_targets')
    .select(['id', 'kind', 'address'])
    .where('rule_id', '=', row.rule_id)
    .orderBy('position')
    .execute()
  if (targets.length === 0) return
  await trx
    .insertInto('alert_deliveries')
    .values(
      targets.map(({ id, kind, address }) => ({
        id: newId(now),
        account_id: row.account_id,
        rule_id: row.rule_id,
        target_id: id,
        kind,
        address,
        message: JSON.stringify(message),
        sentence: notice.sentence,
        state: 'waiting' as const,
        next_try: at,
        lease_until: null,
        status: null,
        ms: null,
        error: null,
        created: at,
        ended: null,
      })),
    )
    .execute()
}
