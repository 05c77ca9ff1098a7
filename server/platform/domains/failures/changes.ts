import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireMember } from '#server/platform/db/ownership.ts'
import type { FailureGroupTable } from '#server/platform/db/tables/failures.ts'
import type { GroupChange, OnGroupsChanged } from '#server/platform/failures/changes.ts'

type Trx = Transaction<Database>
type GroupRow = Selectable<FailureGroupTable>

/** What people do with a group. */
export type FailureChanges = ReturnType<typeof createFailureChanges>

interface Change {
  accountId: string
  author: Author
  id: string
}

/** Changes groups for people, each with its audit record. */
export function createFailureChanges(db: Kysely<Database>, onGroupsChanged: OnGroupsChanged) {
  function change(
    { accountId, author, id }: Change,
    { action, detail, tells }: { action: string; detail?: string; tells: GroupChange['change'] },
    write: (trx: Trx, group: GroupRow) => Promise<boolean>,
  ): Promise<void> {
    return db.transaction().execute(async (trx) => {
      const group = await trx
        .selectFrom('failure_groups')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!group) throw notFound('failure_groups')
      if (!(await write(trx, group))) return
      await recordAudit(trx, accountId, author, {
        action,
        entity: 'failure',
        entityId: id,
        ...(detail === undefined ? {} : { detail }),
      })
      await onGroupsChanged(trx, [{ accountId, groupId: id, change: tells }])
    })
  }

  const set = async (trx: Trx, id: string, columns: object) => {
    await trx.updateTable('failure_groups').set(columns).where('id', '=', id).execute()
    return true
  }

  return {
    /** Until a moment, or until the group fails on something new. A closed group cannot be muted. */
    mute(target: Change, until: string): Promise<void> {
      const moment = until === 'change' ? null : new Date(until)
      if (moment && moment <= target.author.at) throw faultOf('until', 'must be in the future')
      return change(target, { action: 'mute', detail: until, tells: 'muted' }, (trx, { state }) => {
        if (state === 'closed') throw new AppError('CONFLICT', 'The failure is closed: it cannot be muted')
        return set(trx, target.id, { muted_until: moment, muted_to_change: moment === null })
      })
    },

    unmute: (target: Change): Promise<void> =>
      change(target, { action: 'unmute', tells: 'unmuted' }, async (trx, group) =>
        group.muted_until || group.muted_to_change
          ? set(trx, target.id, { muted_until: null, muted_to_change: false })
          : false,
      ),

    /** Gives the group to a member of the account; null: it has no owner. */
    assign: (target: Change, userId: string | null): Promise<void> =>
      change(target, { action: 'assign', detail: userId ?? 'no owner', tells: 'changed' }, async (trx) => {
        if (userId !== null) await requireMember(trx, target.accountId, userId)
        return set(trx, target.id, { owner: userId })
      }),

    /** What a person has noted on the group; an empty text removes it. */
    note: (target: Change, text: string): Promise<void> =>
      change(
        target,
        { action: 'note', detail: text === '' ? 'removed' : 'written', tells: 'changed' },
        (trx) => set(trx, target.id, { note: text === '' ? null : text }),
      ),

    /** Tasks of the group are restarted; the record of that is the one of the receipt. */
    restarted: (accountId: string, groupId: string): Promise<void> =>
      db
        .transaction()
        .execute(async (trx) => onGroupsChanged(trx, [{ accountId, groupId, change: 'changed' }])),

    /** What has failed until now is over; the next failure reopens the group. */
    close: (target: Change): Promise<void> =>
      change(target, { action: 'close', tells: 'closed' }, async (trx, { state }) => {
        if (state === 'closed') return false
        return set(trx, target.id, {
          state: 'closed',
          closed: target.author.at,
          dismissed: target.author.at,
          generation: sql`generation + 1`,
          open_tasks: 0,
          muted_until: null,
          muted_to_change: false,
        })
      }),
  }
}
