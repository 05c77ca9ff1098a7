import { sql, type Kysely } from 'kysely'
import type { AccountRole } from '#shared/domains/account/contract.ts'
import type { InvitationSent, ListedMember } from '#shared/lib/people.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../db/ownership.ts'
import { wireForm } from '../db/wire-form.ts'
import type { Invitations } from './invitations.ts'
import { addToList, asMember, findAddable, joinAccount, memberLists, type ListOwnerTable } from './joining.ts'
import { dropInvitations } from './mail-links.ts'

export interface MemberListDeps {
  db: Kysely<Database>
  invitations: Invitations
}

export interface Invited {
  email: string
  redirectPath: string
}

/** Who adds a member to a list. */
export interface Adder {
  user: { email: string }
  role: AccountRole
}

export type MemberList = ReturnType<typeof createMemberList>

/**
 * The members of one app or team. Every call throws NOT_FOUND for an app or a team that the account does not
 * have.
 */
export function createMemberList(ownerTable: ListOwnerTable, { db, invitations }: MemberListDeps) {
  const { table, column, noun } = memberLists[ownerTable]
  const entity = noun.toLowerCase()

  /** Returns all members in order of joining, or only the one with that id. */
  async function read(
    on: Kysely<Database>,
    accountId: string,
    id: string,
    only?: string,
  ): Promise<ListedMember[]> {
    const rows = await on
      // The two lists differ only in the column that is compared below.
      .selectFrom(`${table} as listed` as 'team_members as listed')
      .innerJoin('users', 'users.id', 'listed.user_id')
      .select(memberColumns)
      .where('listed.account_id', '=', accountId)
      .where(sql.ref(`listed.${column}`), '=', id)
      .$if(only !== undefined, (query) => query.where('listed.id', '=', only ?? ''))
      .orderBy('listed.created')
      .orderBy('listed.id')
      .execute()
    return rows.map(wireMember)
  }

  /** Throws CONFLICT for a member of the list. */
  async function requireAbsent(accountId: string, id: string, email: string): Promise<void> {
    const members = await read(db, accountId, id)
    if (members.some((one) => one.userId.email === email)) throw alreadyIn(email)
  }

  const alreadyIn = (email: string) => new AppError('CONFLICT', `${email} is a ${entity} already`)

  return {
    async list(accountId: string, id: string): Promise<ListedMember[]> {
      await requireOwn(db, accountId, ownerTable, id)
      return read(db, accountId, id)
    },

    /**
     * Adds a known user. Members of the account add other members of it; an owner also adds users of other
     * accounts, who become members of this one. Throws NOT_ALLOWED for members who add themselves, because they
     * would undo their removal, NOT_FOUND `User not found` for any other e-mail, CONFLICT for a member of the list.
     */
    async add(
      accountId: string,
      author: Author,
      { user: { email: own }, role }: Adder,
      id: string,
      email: string,
    ): Promise<ListedMember> {
      return db.transaction().execute(async (trx) => {
        await requireOwn(trx, accountId, ownerTable, id)
        if (role !== 'owner' && email === own) throw new AppError('NOT_ALLOWED', peopleMessages.addSelf)
        const userId = await findAddable(trx, accountId, email, role === 'owner')
        const joining = {
          accountId,
          userId,
          given: asMember,
          through: 'app or team',
          created: author.at,
        } as const
        await joinAccount(trx, joining)
        const memberId = await addToList(trx, { ownerTable, accountId, id }, author, userId)
        const [added] = memberId === null ? [] : await read(trx, accountId, id, memberId)
        if (!added) throw alreadyIn(email)
        await dropInvitations(trx, email, {
          account_id: accountId,
          app_id: null,
          team_id: null,
          [column]: id,
        })
        return added
      })
    },

    /** Mails an invitation to the list; CONFLICT for a member of it. */
    async invite(
      accountId: string,
      author: Author,
      id: string,
      { email, redirectPath }: Invited,
    ): Promise<InvitationSent> {
      await requireOwn(db, accountId, ownerTable, id)
      await requireAbsent(accountId, id, email)
      return invitations.invite(accountId, author, { email, redirectPath, into: { ownerTable, id } })
    },

    /** Removes a member from the list; the user stays in the account. */
    async remove(accountId: string, author: Author, id: string, memberId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await requireOwn(trx, accountId, ownerTable, id)
        const removed = await trx
          .deleteFrom(table)
          .where('account_id', '=', accountId)
          .where(sql.ref(column), '=', id)
          .where('id', '=', memberId)
          .returning('user_id')
          .executeTakeFirst()
        if (!removed) throw new AppError('NOT_FOUND', `${noun} not found`)
        const { email: detail } = await trx
          .selectFrom('users')
          .select('email')
          .where('id', '=', removed.user_id)
          .executeTakeFirstOrThrow()
        const record = { action: 'remove', entity, entityId: memberId, within: id, detail }
        await recordAudit(trx, accountId, author, record)
      })
    },
  }
}

/** The columns of `MemberRow` for a query that joins a list, as `listed`, and `users`. */
export const memberColumns = [
  'listed.id',
  'listed.role',
  'listed.created',
  'listed.user_id',
  'users.email',
] as const

/** A row of either list with its user; `created` is text when it comes from a JSON aggregate. */
export interface MemberRow {
  id: string
  role: string
  created: Date | string
  user_id: string
  email: string
}

/** The wire form of a row of either list. */
export const wireMember = wireForm<ListedMember>()((row: MemberRow) => ({
  _id: row.id,
  role: row.role,
  userId: { _id: row.user_id, email: row.email },
  created: new Date(row.created).toISOString(),
}))
