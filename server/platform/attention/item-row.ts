import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { AttentionItem, ClosedItem } from '#shared/domains/attention/contract.ts'
import { describeItem } from '#shared/domains/attention/describe.ts'
import { lateRunOf } from '#shared/domains/attention/late-text.ts'
import { offersOf } from '#shared/domains/attention/offers.ts'
import type { Database } from '../db/database.ts'
import type { AttentionItemTable } from '../db/tables/attention.ts'
import { wireForm } from '../db/wire-form.ts'

/** An item with its owner and its mute, which of a failure are those of its group. */
export interface DecidedItem extends Selectable<AttentionItemTable> {
  owner_email: string | null
}

const MINUTE_MS = 60_000

/** The items that a condition on `i` selects, in that order. */
export async function readItems(
  db: Kysely<Database>,
  which: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<DecidedItem[]> {
  const { rows } = await sql<DecidedItem>`
    select i.id, i.account_id, i.kind, i.key, i.facts, i.app_ids, i.since, i.hurt_runs, i.hurt_tasks, i.hurt_since,
      i.opened, i.closed, i.closed_text, i.closed_before, decided.*, users.email as owner_email
    from attention_items i
      left join failure_groups g on i.kind = 'failure' and g.id = i.key,
      lateral (
        select case i.kind when 'failure' then g.owner else i.owner end as owner,
          case i.kind when 'failure' then g.muted_until else i.muted_until end as muted_until,
          case i.kind when 'failure' then coalesce(g.muted_to_change, false) else i.muted_to_change end as muted_to_change
      ) as decided
      left join users on users.id = decided.owner
    where ${which} ${rest}`.execute(db)
  return rows
}

/** When the mute of an item ends; null without a mute. */
export function mutedUntilOf(
  { muted_until: until, muted_to_change: toChange }: Pick<DecidedItem, 'muted_until' | 'muted_to_change'>,
  now: number,
): AttentionItem['mutedUntil'] {
  if (toChange) return 'change'
  return until !== null && until.getTime() > now ? until.toISOString() : null
}

/** An item as answers and events contain it. */
export const wireItem = wireForm<AttentionItem>()((row: DecidedItem, now: number) => ({
  _id: row.id,
  kind: row.kind,
  ...describeItem(row.facts, now),
  since: row.since.toISOString(),
  hurt: {
    runs: row.hurt_runs,
    tasks: row.hurt_tasks,
    minutes:
      row.hurt_since === null ? 0 : Math.max(0, Math.floor((now - row.hurt_since.getTime()) / MINUTE_MS)),
  },
  owner:
    row.owner === null || row.owner_email === null ? null : { userId: row.owner, email: row.owner_email },
  mutedUntil: mutedUntilOf(row, now),
  closedBefore: row.closed_before?.toISOString() ?? null,
  passedBefore: row.closed_before !== null && row.facts.kind === 'failure' && (row.facts.passed ?? false),
  late: row.facts.kind === 'runLate' ? lateRunOf(row.facts, now) : null,
  ...offersOf(row.facts, row.key),
}))

/** An item that has closed by itself. */
export const wireClosed = wireForm<ClosedItem>()((row: DecidedItem, at: Date, text: string) => ({
  _id: row.id,
  kind: row.kind,
  sentence: describeItem(row.facts, at.getTime()).sentence,
  at: at.toISOString(),
  text,
  links: offersOf(row.facts, row.key).links,
}))
