import type { Kysely } from 'kysely'
import type { Account, AccountRole, User, UserWithAccounts, Vars } from '#shared/domains/account/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { settingsPlace } from '#server/platform/auth/sealed-columns.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

/** Users and the accounts they are members of. */
export function createAccountStore(db: Kysely<Database>, seal: Seal) {
  return {
    async findAccount(accountId: string): Promise<Account | null> {
      const row = await db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', '=', accountId)
        .executeTakeFirst()
      return row ? { _id: row.id, name: row.name } : null
    },

    /** Returns a user with the stored password hash; `email` in lower case. */
    async findCredentials(email: string): Promise<{ user: User; passwordHash: string } | null> {
      const row = await db
        .selectFrom('users')
        .select(['id', 'email', 'password_hash'])
        .where('email', '=', email)
        .executeTakeFirst()
      return row ? { user: { _id: row.id, email: row.email }, passwordHash: row.password_hash } : null
    },

    /** The accounts of a user by id, ordered by name: the first is the default. */
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

    /** The roles of a user, ordered by the names of the accounts. */
    rolesOf: (userId: string): Promise<{ accountId: string; role: AccountRole }[]> =>
      db
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
        .select(['accounts.id as accountId', 'memberships.role'])
        .where('memberships.user_id', '=', userId)
        .orderBy('accounts.name')
        .execute(),

    /** The role of a user in the account of that name; null for a non-member. */
    async findMembership(
      userId: string,
      accountName: string,
    ): Promise<{ accountId: string; role: AccountRole } | null> {
      const row = await db
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
        .select(['accounts.id as accountId', 'memberships.role'])
        .where('memberships.user_id', '=', userId)
        .where('accounts.name', '=', accountName)
        .executeTakeFirst()
      return row ?? null
    },

    /** The accounts of a user and their settings; `unreadable` are the accounts whose settings do not open. */
    async varsOf(user: User): Promise<Vars> {
      const { userAccountHash } = await this.withAccounts(user)
      const rows = await db
        .selectFrom('account_settings')
        .select(['account_id', 'sealed', 'settings'])
        .where('account_id', 'in', [...Object.keys(userAccountHash), ''])
        .execute()
      const oneflowAccountSettings: Vars['data']['oneflowAccountSettings'] = {}
      const unreadable: string[] = []
      for (const { account_id: id, sealed, settings } of rows) {
        const text = sealed && seal.tryOpen(sealed, settingsPlace(id))
        // An older version that is still running stores them as they are; the next start seals them.
        const stored = settings ?? (text === null ? null : (JSON.parse(text) as JsonObject))
        if (stored === null) unreadable.push(id)
        else oneflowAccountSettings[id] = stored
      }
      return {
        data: { userAccountHash, oneflowAccountSettings, ...(unreadable.length ? { unreadable } : {}) },
      }
    },

    /** Replaces all settings. */
    async saveSettings(accountId: string, author: Author, settings: JsonObject): Promise<void> {
      const sealed = seal.seal(JSON.stringify(settings), settingsPlace(accountId))
      const values = { sealed, settings: null, updated: author.at, updated_by: author.actor }
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('account_settings')
          .values({ account_id: accountId, ...values })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
          .execute()
        const record = { action: 'update', entity: 'account-settings', entityId: accountId }
        await recordAudit(trx, accountId, author, record)
      })
    },
  }
}
