import type { Kysely } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { noteChanges } from '#server/platform/attention/changes.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireMember } from '#server/platform/db/ownership.ts'

/** What people decide about failure groups. */
interface FailureDecisions {
  mute(target: Decision, until: string): Promise<void>
  unmute(target: Decision): Promise<void>
  assign(target: Decision, userId: string | null): Promise<void>
}

/** An item or a group, and who decides. */
interface Decision {
  accountId: string
  author: Author
  id: string
}

export type AttentionChanges = ReturnType<typeof createAttentionChanges>

interface Columns {
  muted_until?: Date | null
  muted_to_change?: boolean
  owner?: string | null
}

/**
 * What people decide about items, each with its audit record. Owner and mute of a failure are those of its group. `soon`
 * begins the events of what was noted.
 */
export function createAttentionChanges(db: Kysely<Database>, failures: FailureDecisions, soon: () => void) {
  async function groupOf({ accountId, id }: Decision): Promise<string | null> {
    const item = await db
      .selectFrom('attention_items')
      .select(['kind', 'key', 'closed'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!item) throw notFound('attention_items')
    if (item.closed !== null) throw new AppError('CONFLICT', 'The item is closed')
    return item.kind === 'failure' ? item.key : null
  }

  async function change(target: Decision, action: string, columns: Columns, detail?: string): Promise<void> {
    const { accountId, author, id } = target
    await db.transaction().execute(async (trx) => {
      if (columns.owner) await requireMember(trx, accountId, columns.owner)
      const item = await trx
        .updateTable('attention_items')
        .set(columns)
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning(['kind', 'key'])
        .executeTakeFirst()
      if (!item) throw notFound('attention_items')
      await recordAudit(trx, accountId, author, {
        action,
        entity: 'attention',
        entityId: id,
        ...(detail === undefined ? {} : { detail }),
      })
      await noteChanges(trx, [{ accountId, ...item }])
    })
    soon()
  }

  return {
    /** Until a moment, or until the item changes. */
    async mute(target: Decision, until: string): Promise<void> {
      const group = await groupOf(target)
      if (group !== null) return failures.mute({ ...target, id: group }, until)
      const moment = until === 'change' ? null : new Date(until)
      if (moment && moment <= target.author.at) throw faultOf('until', 'must be in the future')
      await change(target, 'mute', { muted_until: moment, muted_to_change: moment === null }, until)
    },

    async unmute(target: Decision): Promise<void> {
      const group = await groupOf(target)
      if (group !== null) return failures.unmute({ ...target, id: group })
      await change(target, 'unmute', { muted_until: null, muted_to_change: false })
    },

    /** Gives the item to a member of the account; null: it has no owner. */
    async assign(target: Decision, userId: string | null): Promise<void> {
      const group = await groupOf(target)
      if (group !== null) return failures.assign({ ...target, id: group }, userId)
      await change(target, 'assign', { owner: userId }, userId ?? 'no owner')
    },
  }
}
