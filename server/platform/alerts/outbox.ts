import { sql, type Kysely, type Selectable } from 'kysely'
import { DELIVERY_TRIES } from '#shared/domains/alerts/kinds.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { noteChanges } from '../attention/changes.ts'
import type { AttentionTrx, Subject } from '../attention/items.ts'
import type { Seal } from '../auth/seal.ts'
import type { Database } from '../db/database.ts'
import type { AlertDeliveryTable } from '../db/tables/alerts.ts'
import type { Outcome, Send } from './senders.ts'
import { openTarget } from './targets.ts'

type DeliveryRow = Selectable<AlertDeliveryTable>

/** How long a process has to send what it took, before another one may. */
const LEASE_MS = 60_000
/** Deliveries that are sent at once: by a process, and of an account, whose slow receivers then delay only its own. */
const MOST_AT_ONCE = 32
const MOST_OF_ACCOUNT = 8

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** Waits after each try but the last: 8 tries in nearly a day. */
const waits = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  15 * HOUR,
] as const satisfies { length: 7 }
/** A receiver may ask for a longer wait, but not for more than a day. */
const LONGEST_WAIT = 24 * HOUR

export interface AlertOutboxOptions {
  db: Kysely<Database>
  seal: Seal
  send: Send
  clock: Clock
  /** What needs attention has changed by a commit. */
  onFailing(): void
  /** A delivery was tried. Absent: nothing counts that. */
  onTried?: ((kind: string, state: string) => void) | undefined
}

/**
 * Sends deliveries at least once: each is leased before it is sent and marked afterwards, so that one whose process dies
 * in between is sent again, under the same id.
 */
export function createAlertOutbox({ db, seal, send, clock, onFailing, onTried }: AlertOutboxOptions) {
  /** By the ids of their deliveries. */
  const running = new Map<string, { accountId: string; sending: Promise<void> }>()

  /** Accounts with what is being sent for them. */
  function sendingOfAccounts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { accountId } of running.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    return counts
  }

  /** Takes some of what is due; none only if no account with room has any. */
  async function claim(): Promise<DeliveryRow[]> {
    const now = new Date(clock.now())
    const room = Math.min(MOST_OF_ACCOUNT, MOST_AT_ONCE - running.size)
    if (room <= 0) return []
    const counts = sendingOfAccounts()
    const full = [...counts].filter(([, count]) => count >= MOST_OF_ACCOUNT).map(([id]) => id)
    // A machine that slept ends the leases of what this process is still sending.
    const { rows } = await sql<DeliveryRow>`
      with due as (
        select id, account_id, next_try from alert_deliveries
        where next_try <= ${now} and (lease_until is null or lease_until <= ${now})
          and account_id <> all(${full}::text[]) and id <> all(${[...running.keys()]}::text[])
        order by next_try limit ${room} for update skip locked),
      placed as (
        select due.id, coalesce(s.count, 0) + row_number() over (partition by account_id order by next_try) as place
        from due left join unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[])
          as s (account_id, count) using (account_id))
      update alert_deliveries set lease_until = ${new Date(now.getTime() + LEASE_MS)}, tries = tries + 1
      where id in (select id from placed where place <= ${MOST_OF_ACCOUNT})
      returning *`.execute(db)
    return rows
  }

  async function attempt(row: DeliveryRow): Promise<Outcome> {
    const target =
      row.target_id === null
        ? null
        : await db.selectFrom('alert_targets').selectAll().where('id', '=', row.target_id).executeTakeFirst()
    const none = { status: null, ms: 0, retryAt: null }
    if (!target) return { ...none, error: alertFaults.removed, isFinal: true }
    try {
      return await send(openTarget(seal, target, clock.now()), row.message, row.id)
    } catch {
      // The seal does not open: the only error that is thrown here.
      return { ...none, error: alertFaults.unreadable, isFinal: false }
    }
  }

  async function deliver(row: DeliveryRow): Promise<void> {
    const outcome = await attempt(row)
    const columns = columnsAfter(row, outcome, clock.now())
    onTried?.(row.kind, columns.state)
    const hasChanged = await db.transaction().execute((trx) => mark(trx, row, outcome, columns))
    if (hasChanged) onFailing()
  }

  return {
    /** Begins to send what is due, as far as there is room; resolves with whether something was. `onEnd` after each. */
    async begin(onEnd: (error: unknown) => void): Promise<boolean> {
      const rows = await claim()
      for (const row of rows) {
        const sending = deliver(row)
          // First, so that what `onEnd` begins finds the room.
          .finally(() => running.delete(row.id))
          // After an error its lease ends, and it is tried again.
          .then(() => onEnd(null), onEnd)
        running.set(row.id, { accountId: row.account_id, sending })
      }
      return rows.length > 0
    },
    /** Waits for all that is being sent. */
    settled: async (): Promise<void> =>
      void (await Promise.all([...running.values()].map(({ sending }) => sending))),
  }
}

/** Stores what came of a try. Resolves with whether what needs attention has changed by it. */
async function mark(
  trx: AttentionTrx,
  row: DeliveryRow,
  outcome: Outcome,
  columns: ReturnType<typeof columnsAfter>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_deliveries')
    .set({ ...columns, lease_until: null })
    .where('id', '=', row.id)
    // Else another process has taken it after its lease.
    .where('tries', '=', row.tries)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || row.target_id === null) return false
  const subject = { accountId: row.account_id, kind: 'deliveryFails' as const, key: row.target_id }
  const hasChanged = outcome.error === null ? await hasOpenItem(trx, subject) : isLast(row, outcome)
  if (hasChanged) await noteChanges(trx, [subject])
  return hasChanged
}

async function hasOpenItem(trx: AttentionTrx, { accountId, kind, key }: Subject): Promise<boolean> {
  const item = await trx
    .selectFrom('attention_items')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('closed', 'is', null)
    .executeTakeFirst()
  return item !== undefined
}

const isLast = ({ tries }: DeliveryRow, { isFinal }: Outcome) => isFinal || tries >= DELIVERY_TRIES

function columnsAfter(row: DeliveryRow, outcome: Outcome, now: number) {
  const { status, ms, error, retryAt } = outcome
  const known = { status, ms, error }
  if (error === null) return { ...known, state: 'sent' as const, next_try: null, ended: new Date(now) }
  if (isLast(row, outcome))
    return { ...known, state: 'gaveUp' as const, next_try: null, ended: new Date(now) }
  const wait = Math.max(waits[row.tries - 1] ?? 0, (retryAt ?? 0) - now)
  return {
    ...known,
    state: 'retrying' as const,
    next_try: new Date(now + Math.min(wait, LONGEST_WAIT)),
    ended: null,
  }
}
