import { sql, type Kysely } from 'kysely'
import type { Account, AccountRole, User } from '../../../shared/domains/account/contract.ts'
import type { InvitationSent } from '../../../shared/lib/people.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../db/ownership.ts'
import type { Mailer } from '../mail/mailer.ts'
import { invitationMail } from '../mail/texts.ts'
import type { Addresses } from './addresses.ts'
import { joinAccount, joinList, memberLists, type ListOwner, type MembersOf } from './joining.ts'
import { createLink, dropLink, findLink, INVITATION_DAYS, takeLink, type MailLink } from './mail-links.ts'
import { hashPassword } from './password.ts'

export interface InvitationDeps {
  db: Kysely<Database>
  mailer: Mailer
  addresses: Addresses
  clock: Clock
}

export interface NewInvitation {
  /** In lower case. */
  email: string
  /** In the account; `member` when absent. */
  role?: AccountRole
  /** An app or a team of the account that the invited one joins as well. */
  into?: { of: MembersOf; id: string }
  /** Path of this console where the invited one goes after accepting. */
  redirectPath?: string
}

export interface Accepted {
  user: User
  account: Account
}

export type Invitations = ReturnType<typeof createInvitations>

/** Mailed links that make people members of an account, and of an app or a team in it (contract section 8). */
export function createInvitations({ db, mailer, addresses, clock }: InvitationDeps) {
  async function accountOf(accountId: string): Promise<Account> {
    const account = await db
      .selectFrom('accounts')
      .select(['id as _id', 'name'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!account) throw new AppError('NOT_FOUND', 'Account not found')
    return account
  }

  async function nameOf({ of, accountId, id }: ListOwner): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(of)} where id = ${id} and account_id = ${accountId}`.execute(db)
    if (!rows[0]) throw notFound(of)
    return rows[0].name
  }

  /** CONFLICT for one to whom the invitation would give nothing. */
  async function requireNew(accountId: string, email: string, role: AccountRole): Promise<void> {
    const has = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('memberships.role')
      .where('memberships.account_id', '=', accountId)
      .where('users.email', '=', email)
      .executeTakeFirst()
    if (has?.role === 'owner' || has?.role === role)
      throw new AppError('CONFLICT', `${email} is ${has.role === 'owner' ? 'an owner' : 'a member'} already`)
  }

  async function store(email: string, author: Author, link: ReturnType<typeof targetOf>): Promise<string> {
    return db.transaction().execute(async (trx) => {
      await dropSame(trx, email, link)
      const entityId = link.app_id ?? link.team_id ?? link.account_id
      const record = { action: 'invite', entity: 'invitation', entityId, detail: email }
      await recordAudit(trx, link.account_id, author, record)
      const by = author.actor
      return createLink(trx, { kind: 'invitation', email, target: link, by, now: clock.now() })
    })
  }

  /** What could not be mailed leaves only its trace. */
  async function takeBack(token: string, email: string, accountId: string, author: Author): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await dropLink(trx, token)
      const record = { action: 'invite', entity: 'invitation', entityId: accountId, detail: email } as const
      await recordAudit(trx, accountId, author, { ...record, result: 'refused' })
    })
  }

  return {
    /**
     * Mails a link; an older one to the same place stops working. Throws NOT_FOUND for an app or a team that the
     * account does not have, CONFLICT for one who is in the account as that already, and UNAVAILABLE when the mail could not be sent: then there is no link either.
     */
    async invite(accountId: string, author: Author, invitation: NewInvitation): Promise<InvitationSent> {
      const { email, role = 'member', into, redirectPath = '/' } = invitation
      const account = await accountOf(accountId)
      const name = into && (await nameOf({ ...into, accountId }))
      if (!into) await requireNew(accountId, email, role)
      const token = await store(email, author, targetOf(accountId, role, into))
      const then = redirectPath === '/' ? '' : `&redirectTo=${encodeURIComponent(redirectPath)}`
      const mail = invitationMail({
        to: email,
        from: author.actor,
        account: account.name,
        into: into && name !== undefined ? { kind: into.of === 'apps' ? 'app' : 'team', name } : null,
        link: `${addresses.publicUrl}/login?invitation=${token}${then}`,
        days: INVITATION_DAYS,
      })
      await mailer.send(mail).catch(async (error: unknown) => {
        await takeBack(token, email, accountId, author)
        throw error
      })
      return { email, role, domain: `account:${account.name}:${role}`, accountName: account.name }
    },

    /**
     * Makes whoever holds the mailed token a member, and a user first where the e-mail is new. Null for a token that
     * is unknown, used or too old; BAD_REQUEST when a new user chose no password, which spends nothing.
     */
    async accept(token: string, password: string | undefined, source: string): Promise<Accepted | null> {
      const found = await findLink(db, 'invitation', token, clock.now())
      if (!found) return null
      const hash = await hashForNew(db, found.email, password)
      return db.transaction().execute(async (trx) => {
        const link = await takeLink(trx, 'invitation', token, clock.now())
        if (!link?.account_id) return null
        const author = { actor: link.email, source, at: new Date(clock.now()) }
        const user = await userOf(trx, link.email, hash, author.at)
        await join(trx, { ...link, account_id: link.account_id }, user, author)
        return { user, account: await accountOf(link.account_id) }
      })
    },
  }
}

type InvitationLink = MailLink & { account_id: string }

/** The columns that say where an invitation leads. */
function targetOf(accountId: string, role: AccountRole, into: NewInvitation['into']) {
  const list = { app_id: null, team_id: null, ...(into && { [memberLists[into.of].column]: into.id }) }
  return { account_id: accountId, role, ...list }
}

async function dropSame(
  trx: Kysely<Database>,
  email: string,
  { account_id, app_id, team_id }: Pick<InvitationLink, 'account_id' | 'app_id' | 'team_id'>,
): Promise<void> {
  await trx
    .deleteFrom('mail_links')
    .where('kind', '=', 'invitation')
    .where('email', '=', email)
    .where('account_id', '=', account_id)
    .where('app_id', 'is not distinct from', app_id)
    .where('team_id', 'is not distinct from', team_id)
    .execute()
}

async function hashForNew(
  db: Kysely<Database>,
  email: string,
  password: string | undefined,
): Promise<string | null> {
  const known = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (known) return null
  if (password === undefined) throw new AppError('BAD_REQUEST', 'body/password: is required of a new user')
  return hashPassword(password)
}

/** The user of that e-mail, made where there is none; two invitations accepted at once make one. */
async function userOf(
  trx: Kysely<Database>,
  email: string,
  hash: string | null,
  created: Date,
): Promise<User> {
  if (hash !== null)
    await trx
      .insertInto('users')
      .values({ id: newId(created.getTime()), email, password_hash: hash, created })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
  return trx
    .selectFrom('users')
    .select(['id as _id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

async function join(trx: Kysely<Database>, link: InvitationLink, user: User, author: Author): Promise<void> {
  const { account_id: accountId, app_id: appId, team_id: teamId } = link
  await dropSame(trx, link.email, link)
  await joinAccount(trx, accountId, user._id, link.role ?? 'member', author.at)
  if (appId !== null) await joinList(trx, { of: 'apps', accountId, id: appId }, author, user._id)
  if (teamId !== null) await joinList(trx, { of: 'teams', accountId, id: teamId }, author, user._id)
  const record = { action: 'accept-invitation', entity: 'membership', entityId: user._id }
  await recordAudit(trx, accountId, author, record)
}
