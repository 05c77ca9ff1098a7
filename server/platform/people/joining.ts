import { sql, type Kysely } from 'kysely'
import type { Account, AccountRole } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'

/** The list of people that each app and each team has: collaborators and members. */
export const memberLists = {
  apps: { table: 'collaborators', column: 'app_id', noun: 'Collaborator' },
  teams: { table: 'team_members', column: 'team_id', noun: 'Member' },
} as const
export type ListOwnerTable = keyof typeof memberLists

/** An app or a team of an account, and its list. */
export interface ListOwner {
  ownerTable: ListOwnerTable
  accountId: string
  id: string
}

type Db = Kysely<Database>

/** The account that somebody is to join. Throws NOT_FOUND. */
export async function requireAccount(db: Db, accountId: string): Promise<Account> {
  const account = await db
    .selectFrom('accounts')
    .select(['id as _id', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new AppError('NOT_FOUND', 'Account not found')
  return account
}

/**
 * Makes somebody a member of an account, or an owner where the role is that; nobody loses a role by it. The row is
 * locked either way, so that a removal at the same time comes before or after and never in between.
 */
export async function joinAccount(
  trx: Db,
  accountId: string,
  userId: string,
  role: AccountRole,
  created: Date,
): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role, created })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({
        role: sql`case when excluded.role = 'owner' then 'owner' else memberships.role end`,
      }),
    )
    .execute()
}

/** Writes somebody into a list; the new row's id, or null for one who stands there already. */
export async function joinList(
  trx: Db,
  { ownerTable, accountId, id }: ListOwner,
  author: Author,
  userId: string,
  role: AccountRole = 'member',
): Promise<string | null> {
  const { table, column, noun } = memberLists[ownerTable]
  const memberId = newId(author.at.getTime())
  const { rows } = await sql`
    insert into ${sql.table(table)} (id, account_id, ${sql.ref(column)}, user_id, role, created, created_by)
    values (${memberId}, ${accountId}, ${id}, ${userId}, ${role}, ${author.at}, ${author.actor})
    on conflict do nothing returning id`.execute(trx)
  if (rows.length === 0) return null
  await recordAudit(trx, accountId, author, {
    action: 'add',
    entity: noun.toLowerCase(),
    entityId: memberId,
  })
  return memberId
}

/** Whoever makes an app or a team stands in its list from the start, as owner; a program does not. */
export async function joinAsCreator(trx: Db, owner: ListOwner, author: Author): Promise<void> {
  const creator = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', author.actor)
    .executeTakeFirst()
  if (creator) await joinList(trx, owner, author, creator.id, 'owner')
}
