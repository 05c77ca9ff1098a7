import type { Kysely, Transaction } from 'kysely'
import type { AccountRole, Membership } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readPage } from '#server/platform/db/listing.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { lockAccount } from '#server/platform/people/joining.ts'
import {
  viewerColumns,
  wireScope,
  type GivenRole,
  type ViewerColumns,
} from '#server/platform/people/viewer-columns.ts'

export type MembershipStore = ReturnType<typeof createMembershipStore>

const rowsOf = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.user_id', 'users.email', 'memberships.role', 'memberships.created'])
    .select(['memberships.apps', 'memberships.payloads_hidden'])
    .where('memberships.account_id', '=', accountId)
/** In order of joining. */
const order = ['memberships.created', 'memberships.user_id'].map((column) => ({ column, descending: false }))

/** The members of an account and their roles. */
export function createMembershipStore(db: Kysely<Database>) {
  return {
    async list(accountId: string, page: { page: number; pagesize: number }) {
      const { data, total } = await readPage(db, rowsOf(db, accountId), order, page)
      return { docs: data.map(wireMembership), total }
    },

    async find(accountId: string, userId: string): Promise<Membership> {
      return wireMembership(await requireRow(db, accountId, userId))
    },

    /** Throws CONFLICT for the last owner; as `viewerColumns` for what a viewer sees. */
    setRole(accountId: string, author: Author, userId: string, body: GivenRole): Promise<Membership> {
      return changing(accountId, userId, async (trx, row) => {
        if (body.role !== 'owner') await requireOtherOwner(trx, accountId, row)
        if (body.role !== 'owner') await dropInvitationsBy(trx, accountId, row.email)
        const given = await viewerColumns(trx, accountId, body, row)
        await trx
          .updateTable('memberships')
          .set(given)
          .where('account_id', '=', accountId)
          .where('user_id', '=', userId)
          .execute()
        const record = { action: 'update', entity: 'membership', entityId: userId, detail: body.role }
        await recordAudit(trx, accountId, author, record)
        return wireMembership({ ...row, ...given })
      })
    },

    /**
     * Removes a member from the account, its apps and its teams, with the invitations that the member
     * received or sent. Calls for the account are refused from then on. Throws CONFLICT for the last owner.
     */
    remove(accountId: string, author: Author, userId: string): Promise<void> {
      return changing(accountId, userId, async (trx, row) => {
        await requireOtherOwner(trx, accountId, row)
        for (const table of ['memberships', 'collaborators', 'team_members'] as const)
          await trx
            .deleteFrom(table)
            .where('account_id', '=', accountId)
            .where('user_id', '=', userId)
            .execute()
        await trx
          .deleteFrom('mail_links')
          .where('account_id', '=', accountId)
          .where('email', '=', row.email)
          .execute()
        await dropInvitationsBy(trx, accountId, row.email)
        const record = { action: 'delete', entity: 'membership', entityId: userId, detail: row.email }
        await recordAudit(trx, accountId, author, record)
      })
    },
  }

  /**
   * Changes of one account's memberships run one after the other, so that two owners cannot remove each
   * other.
   */
  function changing<Result>(
    accountId: string,
    userId: string,
    change: (trx: Transaction<Database>, row: MembershipRow) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId)
      return change(trx, await requireRow(trx, accountId, userId))
    })
  }
}

interface MembershipRow extends ViewerColumns {
  user_id: string
  email: string
  role: AccountRole
  created: Date
}

async function requireRow(on: Kysely<Database>, accountId: string, userId: string): Promise<MembershipRow> {
  const row = await rowsOf(on, accountId).where('memberships.user_id', '=', userId).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', 'Membership not found')
  return row
}

async function requireOtherOwner(
  trx: Transaction<Database>,
  accountId: string,
  { user_id, role }: MembershipRow,
): Promise<void> {
  if (role !== 'owner') return
  const other = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', user_id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('CONFLICT', 'An account keeps at least one owner')
}

/** The invitations of someone who may no longer send any stop working. */
async function dropInvitationsBy(
  trx: Transaction<Database>,
  accountId: string,
  email: string,
): Promise<void> {
  await trx
    .deleteFrom('mail_links')
    .where('account_id', '=', accountId)
    .where('created_by', '=', email)
    .execute()
}

const wireMembership = wireForm<Membership>()((row: MembershipRow) => {
  const { user_id, email, role, created } = row
  const user = { _id: user_id, email }
  return { _id: user_id, userId: user_id, user, role, created: created.toISOString(), ...wireScope(row) }
})
