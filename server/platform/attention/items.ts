import { isDeepStrictEqual } from 'node:util'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { AttentionKind } from '#shared/domains/attention/kinds.ts'
import type { AttentionFacts } from '#shared/domains/attention/facts.ts'
import { accountAttentionChannel, type LiveEvent, type LiveMessage } from '#shared/realtime/events.ts'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '../db/database.ts'
import type { AttentionItemTable } from '../db/tables/attention.ts'
import { readItems, wireItem } from './item-row.ts'

export type AttentionTrx = Transaction<Database>
type StoredItem = Selectable<AttentionItemTable>

/** What an item is about: a failure group, a queue, a run, an alias, a deployment. */
export interface Subject {
  accountId: string
  kind: AttentionKind
  key: string
}

/** A subject that needs attention. */
export interface OpenedItem extends Subject {
  facts: AttentionFacts
  appIds: readonly string[]
  /** Since when it does; kept while the item is open, unless this is earlier. */
  since: Date
  hurt: { runs: number; tasks: number; since: Date | null }
  /** When it was over before, where the subject knows it better than its item. */
  closedBefore?: Date | null
  /** What belongs to it may have changed elsewhere, such as its owner: it has an event in any case. */
  told?: true
}

/** A subject that needs attention no more; `removed`: it does not exist any more. */
export interface EndedItem extends Subject {
  /** Why it closed by itself; null: a person or another item has closed it. */
  text: string | null
  removed?: true
}

/** An item that has opened, or closed. */
export interface ItemTurn extends Subject {
  isOpen: boolean
  facts: AttentionFacts
  appIds: readonly string[]
  /** It was closed before. */
  isBack: boolean
}

/** Called in the transaction that opens and closes items. */
export type OnItemsTurned = (trx: AttentionTrx, turns: readonly ItemTurn[], now: number) => Promise<void>

interface Told {
  event: LiveEvent
  id: string
}

/** The key of the item of a queue. */
export const queueItemKey = ({ type, alias }: { type: string; alias: string }): string => `${type}\n${alias}`

/**
 * Brings the items to this state and returns the events, each with the whole item; what has not changed has none. Only
 * the transaction that holds the lock of attention calls it.
 */
export async function applyItems(
  trx: AttentionTrx,
  { opened, closed }: { opened: readonly OpenedItem[]; closed: readonly EndedItem[] },
  now: number,
  onTurned?: OnItemsTurned,
): Promise<LiveMessage[]> {
  if (opened.length + closed.length === 0) return []
  const known = await readKnown(trx, [...opened, ...closed])
  const told: Told[] = []
  const turns: ItemTurn[] = []
  const saved = opened.flatMap((item) => {
    const before = known.get(subjectKey(item))
    const after = nextItem(item, before, now)
    const reopened = !before || before.closed !== null
    if (!reopened && !item.told && isSame(before, after)) return []
    told.push({ event: reopened ? 'save' : 'update', id: after.id })
    if (reopened) turns.push(turnOf(after, true))
    return [after]
  })
  const over = closed.flatMap((item) => {
    const before = known.get(subjectKey(item))
    if (!before || (before.closed !== null && !item.removed)) return []
    if (before.closed === null) {
      told.push({ event: 'remove', id: before.id })
      turns.push(turnOf(before, false))
    }
    return [{ id: before.id, text: item.text, removed: item.removed ?? false }]
  })
  await saveItems(trx, saved)
  await closeItems(trx, over, now)
  if (turns.length > 0) await onTurned?.(trx, turns, now)
  const messages = await messagesOf(trx, told, now)
  await removeItems(
    trx,
    over.filter(({ removed }) => removed).map(({ id }) => id),
  )
  return messages
}

/** The events of items that a person has changed. */
export async function tellItems(
  trx: AttentionTrx,
  subjects: readonly Subject[],
  now: number,
): Promise<LiveMessage[]> {
  if (subjects.length === 0) return []
  const known = await readKnown(trx, subjects)
  const open = [...known.values()].filter(({ closed }) => closed === null)
  return messagesOf(
    trx,
    open.map(({ id }) => ({ event: 'update' as const, id })),
    now,
  )
}

/** Identifies a subject: keys are unique only within their account and kind. */
export const subjectKey = ({ accountId, kind, key }: Subject): string => `${accountId} ${kind} ${key}`

async function readKnown(trx: AttentionTrx, subjects: readonly Subject[]): Promise<Map<string, StoredItem>> {
  const { rows } = await sql<StoredItem>`
    select i.* from attention_items i
    join unnest(${subjects.map(({ accountId }) => accountId)}::text[], ${subjects.map(({ kind }) => kind)}::text[],
      ${subjects.map(({ key }) => key)}::text[]) as c (account_id, kind, key) using (account_id, kind, key)
    order by i.id for update of i`.execute(trx)
  return new Map(rows.map((row) => [subjectKey({ ...row, accountId: row.account_id }), row]))
}

const turnOf = (item: NextItem, isOpen: boolean): ItemTurn => ({
  accountId: item.account_id,
  kind: item.kind,
  key: item.key,
  isOpen,
  facts: item.facts,
  appIds: item.app_ids,
  isBack: item.closed_before !== null,
})

type NextItem = Omit<StoredItem, 'closed' | 'closed_text' | 'owner' | 'muted_until'>

function nextItem(item: OpenedItem, before: StoredItem | undefined, now: number): NextItem {
  const isOpen = before?.closed === null
  return {
    id: before?.id ?? newId(now),
    account_id: item.accountId,
    kind: item.kind,
    key: item.key,
    facts: item.facts,
    app_ids: [...item.appIds],
    since: isOpen && before.since < item.since ? before.since : item.since,
    hurt_runs: item.hurt.runs,
    hurt_tasks: item.hurt.tasks,
    hurt_since: item.hurt.since,
    opened: isOpen ? before.opened : new Date(now),
    closed_before: item.closedBefore ?? (isOpen ? before.closed_before : (before?.closed ?? null)),
    // A mute until it changes has ended with the change.
    muted_to_change: isOpen && before.muted_to_change,
  }
}

/** The texts of an item would be the same. */
const isSame = (before: StoredItem, after: NextItem): boolean =>
  (['facts', 'app_ids', 'since', 'hurt_runs', 'hurt_tasks', 'hurt_since', 'closed_before'] as const).every(
    (name) => isDeepStrictEqual(before[name], after[name]),
  )

async function saveItems(trx: AttentionTrx, items: readonly NextItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, hurt_since,
      opened, closed_before)
    select id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, hurt_since, opened, closed_before
    from json_to_recordset(${JSON.stringify(items)}::json) as c(id text, account_id text, kind text, key text,
      facts jsonb, app_ids text[], since timestamptz, hurt_runs integer, hurt_tasks integer, hurt_since timestamptz,
      opened timestamptz, closed_before timestamptz)
    -- An account may be deleted meanwhile.
    where exists (select from accounts where accounts.id = c.account_id)
    on conflict (account_id, kind, key) do update set facts = excluded.facts, app_ids = excluded.app_ids,
      since = excluded.since, hurt_runs = excluded.hurt_runs, hurt_tasks = excluded.hurt_tasks,
      hurt_since = excluded.hurt_since, opened = excluded.opened, closed_before = excluded.closed_before,
      muted_to_change = attention_items.muted_to_change and attention_items.closed is null,
      closed = null, closed_text = null`.execute(trx)
}

async function closeItems(
  trx: AttentionTrx,
  items: readonly { id: string; text: string | null }[],
  now: number,
): Promise<void> {
  if (items.length === 0) return
  await sql`
    update attention_items i set closed = ${new Date(now)}, closed_text = c.text
    from json_to_recordset(${JSON.stringify(items)}::json) as c(id text, text text)
    where i.id = c.id and i.closed is null`.execute(trx)
}

async function removeItems(trx: AttentionTrx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from attention_items where id = any(${ids}::text[])`.execute(trx)
}

async function messagesOf(trx: AttentionTrx, told: readonly Told[], now: number): Promise<LiveMessage[]> {
  if (told.length === 0) return []
  const rows = await readItems(trx, sql`i.id = any(${told.map(({ id }) => id)}::text[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return told.flatMap(({ event, id }) => {
    const row = byId.get(id)
    return row ? [{ channel: accountAttentionChannel(row.account_id), event, data: wireItem(row, now) }] : []
  })
}
