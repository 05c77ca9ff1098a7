import { sql, type Insertable, type Kysely } from 'kysely'
import type { Account } from '#shared/domains/account/contract.ts'
import { accountRoles, type AccountRole } from '#shared/domains/account/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import type { ViewerColumns } from './viewer-columns.ts'

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

/** What a member has besides the role. */
export const asMember = { role: 'member', apps: [], payloads_hidden: false } satisfies ViewerColumns

/** How a user joins an account. */
export interface Joining {
  accountId: string
  userId: string
  given: ViewerColumns & { role: AccountRole }
  /** By an invitation to an app or a team, which leaves the role of someone who is in the account already. */
  through?: 'app or team'
  created: Date
}

/**
 * Puts a user into an account in a role; an owner stays owner, and a member does not become a viewer. The row is locked
 * either way, so that a concurrent removal runs entirely before or after. Invitations to that role, and to lower ones, are
 * no longer pending.
 */
export async function joinAccount(
  trx: Db,
  { accountId, userId, given, through, created }: Joining,
): Promise<void> {
  const { role } = given
  const isTaken = sql`(excluded.role = 'owner' or memberships.role = 'viewer' and ${through === undefined})`
  const taken = <Value>(column: string) =>
    sql<Value>`case when ${isTaken} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`memberships.${column}`)} end`
  await trx
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, ...given, created })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({
        role: taken('role'),
        apps: taken('apps'),
        payloads_hidden: taken('payloads_hidden'),
      }),
    )
    .execute()
  await trx
    .deleteFrom('mail_links')
    .where('kind', '=', 'invitation')
    .where('account_id', '=', accountId)
    .where('app_id', 'is', null)
    .where('team_id', 'is', null)
    .where('role', 'in', accountRoles.slice(accountRoles.indexOf(role)))
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
    within: id,
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
