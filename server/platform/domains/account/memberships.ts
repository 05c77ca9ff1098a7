import { sql, type Kysely, type Transaction } from 'kysely'
import type { AccountRole, Membership } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { equals, selectPage } from '#server/platform/db/listing.ts'

export type MembershipStore = ReturnType<typeof createMembershipStore>

const columns = sql`memberships.user_id, users.email, memberships.role, memberships.created`
const from = sql`memberships join users on users.id = memberships.user_id`

/** The members of an account and their roles. */
export function createMembershipStore(db: Kysely<Database>) {
  return {
    /** In order of joining. */
    async list(accountId: string, page: { page: number; pagesize: number }) {
      const where = equals('memberships.account_id', accountId)
      const order = sql`order by memberships.created, memberships.user_id`
      const { data, total } = await selectPage<MembershipRow>(db, { columns, from, where }, order, page)
      return { docs: data.map(wireMembership), total }
    },

    async find(accountId: string, userId: string): Promise<Membership> {
      return wireMembership(await requireRow(db, accountId, userId))
    },

    /** Throws CONFLICT for the last owner. */
    setRole(accountId: string, author: Author, userId: string, role: AccountRole): Promise<Membership> {
      return changing(accountId, userId, async (trx, row) => {
        if (role === 'member') await requireOtherOwner(trx, accountId, row)
        if (role === 'member') await dropInvitationsBy(trx, accountId, row.email, 'owner')
        await trx
          .updateTable('memberships')
          .set({ role })
          .where('account_id', '=', accountId)
          .where('user_id', '=', userId)
          .execute()
        const record = { action: 'update', entity: 'membership', entityId: userId }
        await recordAudit(trx, accountId, author, record)
        return wireMembership({ ...row, role })
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
        const record = { action: 'delete', entity: 'membership', entityId: userId }
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
      await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx)
      return change(trx, await requireRow(trx, accountId, userId))
    })
  }
}

interface MembershipRow {
  user_id: string
  email: string
  role: AccountRole
  created: Date
}

async function requireRow(on: Kysely<Database>, accountId: string, userId: string): Promise<MembershipRow> {
  const { rows } = await sql<MembershipRow>`
    select ${columns} from ${from}
    where memberships.account_id = ${accountId} and memberships.user_id = ${userId}`.execute(on)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'Membership not found')
  return rows[0]
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

/** Invitations that the member may no longer send stop working. */
async function dropInvitationsBy(
  trx: Transaction<Database>,
  accountId: string,
  email: string,
  role?: AccountRole,
): Promise<void> {
  await trx
    .deleteFrom('mail_links')
    .where('account_id', '=', accountId)
    .where('created_by', '=', email)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? null))
    .execute()
}

function wireMembership({ user_id, email, role, created }: MembershipRow): Membership {
  const user = { _id: user_id, email }
  return { _id: user_id, userId: user_id, user, role, created: created.toISOString() }
}
