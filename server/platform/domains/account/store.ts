import type { Kysely } from 'kysely'
import type { Account, User, UserWithAccounts } from '../../../../shared/domains/account/contract.ts'
import type { Database } from '../../db/database.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

/** People and the accounts they belong to. */
export function createAccountStore(db: Kysely<Database>) {
  return {
    async findAccount(accountId: string): Promise<Account | null> {
      const row = await db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', '=', accountId)
        .executeTakeFirst()
      return row ? { _id: row.id, name: row.name } : null
    },

    /** A user with the hash that their password is checked against; `email` in lower case. */
    async findCredentials(email: string): Promise<{ user: User; passwordHash: string } | null> {
      const row = await db
        .selectFrom('users')
        .select(['id', 'email', 'password_hash'])
        .where('email', '=', email)
        .executeTakeFirst()
      return row ? { user: { _id: row.id, email: row.email }, passwordHash: row.password_hash } : null
    },

    /** The accounts of a user by id, ordered by name: the first is the one taken when none is chosen. */
    async withAccounts(user: User): Promise<UserWithAccounts> {
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
        .select(['accounts.id', 'accounts.name'])
        .where('memberships.user_id', '=', user._id)
        .orderBy('accounts.name')
        .execute()
      return { ...user, userAccountHash: Object.fromEntries(rows.map(({ id, name }) => [id, { name }])) }
    },
  }
}
