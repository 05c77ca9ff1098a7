import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'

/** How a group has changed: `changed` says that it failed again, or that people have changed it. */
export interface GroupChange {
  accountId: string
  groupId: string
  change: 'opened' | 'regressed' | 'changed' | 'closed' | 'muted' | 'unmuted'
}

/**
 * Called in the transaction that changes groups, with each group at most once, so that what depends on groups is
 * committed with them.
 */
export type OnGroupsChanged = (
  trx: Transaction<Database>,
  changes: readonly GroupChange[],
) => Promise<void> | void

/** Nothing depends on groups. */
export const ignoreGroupChanges: OnGroupsChanged = () => {}

/** The groups that a transaction changes. */
export class GroupChanges {
  private readonly byGroup = new Map<string, GroupChange>()

  /** `changed` says less than what is noted already; of others the last one counts. */
  note(accountId: string, groupId: string, change: GroupChange['change']): void {
    if (change === 'changed' && this.byGroup.has(groupId)) return
    this.byGroup.set(groupId, { accountId, groupId, change })
  }

  any(): boolean {
    return this.byGroup.size > 0
  }

  list(): GroupChange[] {
    return [...this.byGroup.values()]
  }
}
