import { sql, type Insertable, type Kysely } from 'kysely'
import type { Account, AccountRole } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'

/** The member list of each app (collaborators) and of each team (members). */
export const memberLists = {
  apps: { table: 'collaborators', column: 'app_id', noun: 'Collaborator' },
  teams: { table: 'team_members', column: 'team_id', noun: 'Member' },
} as const
export type ListOwnerTable = keyof typeof memberLists

/** An app or a team of an account, which has a member list. */
export interface ListOwner {
  ownerTable: ListOwnerTable
  accountId: string
  id: string
}

type Db = Kysely<Database>

/** Returns the account. Throws NOT_FOUND. */
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
 * Makes a user a member of an account, or an owner; an owner stays owner. The row is locked either way, so
 * that a concurrent removal runs entirely before or after. Invitations to that role are no longer pending.
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
  await trx
    .deleteFrom('mail_links')
    .where('kind', '=', 'invitation')
    .where('account_id', '=', accountId)
    .where('app_id', 'is', null)
    .where('team_id', 'is', null)
    .where('role', 'in', role === 'owner' ? ['owner', 'member'] : ['member'])
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute()
}

/** Locks the account, so that concurrent changes of its members and teams run one after the other. */
export async function lockAccount(trx: Db, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/**
 * The id of the user with that e-mail who may be added. A user of another account who has not proved to read the
 * mails of the address is not: an invitation asks for that proof.
 */
export async function findAddable(
  trx: Db,
  accountId: string,
  email: string,
  fromOutside: boolean,
): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.account_id', '=', accountId),
    )
    .select(['users.id', 'users.confirmed', 'memberships.role'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!user || (user.role === null && !(fromOutside && user.confirmed)))
    throw new AppError('NOT_FOUND', 'User not found')
  return user.id
}

/** Adds a user to a list. Returns the id of the new row, or null when the user is already in the list. */
export async function addToList(
  trx: Db,
  { ownerTable, accountId, id }: ListOwner,
  author: Author,
  userId: string,
  role: AccountRole = 'member',
): Promise<string | null> {
  const { table, column, noun } = memberLists[ownerTable]
  const memberId = newId(author.at.getTime())
  const made = { id: memberId, account_id: accountId, created: author.at, created_by: author.actor }
  const added = await trx
    .insertInto(table)
    .values({ ...made, [column]: id, user_id: userId, role } as Insertable<Database[typeof table]>)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  await recordAudit(trx, accountId, author, {
    action: 'add',
    entity: noun.toLowerCase(),
    entityId: memberId,
  })
  return memberId
}

/** Adds the creator of an app or a team to its list as owner; a program is not added. */
export async function addCreator(trx: Db, owner: ListOwner, author: Author): Promise<void> {
  const creator = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', author.actor)
    .executeTakeFirst()
  if (creator) await addToList(trx, owner, author, creator.id, 'owner')
}
