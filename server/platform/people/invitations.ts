import type { Kysely } from 'kysely'
import type { AccountRole } from '#shared/domains/account/contract.ts'
import type { InvitationSent } from '#shared/lib/people.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../db/ownership.ts'
import type { Mailer } from '../mail/mailer.ts'
import { invitationMail } from '../mail/texts.ts'
import type { Addresses } from './addresses.ts'
import { requireAccount, memberLists, type ListOwner, type ListOwnerTable } from './joining.ts'
import { createLink, dropInvitations, dropLink, INVITATION_DAYS } from './mail-links.ts'

export interface InvitationDeps {
  db: Kysely<Database>
  mailer: Mailer
  addresses: Addresses
  clock: Clock
}

export interface NewInvitation {
  /** In lower case. */
  email: string
  /** Role in the account; `member` when absent. */
  role?: AccountRole
  /** An app or a team of the account that the invited person joins too. */
  into?: { ownerTable: ListOwnerTable; id: string }
  /** Path of this console that is opened after accepting. */
  redirectPath?: string
}

export type Invitations = ReturnType<typeof createInvitations>

/** Mailed links that make people members of an account, and of an app or a team in it. */
export function createInvitations({ db, mailer, addresses, clock }: InvitationDeps) {
  async function nameOf({ ownerTable, accountId, id }: ListOwner): Promise<string> {
    const owner = await db
      .selectFrom(ownerTable)
      .select('name')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!owner) throw notFound(ownerTable)
    return owner.name
  }

  /** Throws CONFLICT when the person already has that role, or a higher one. */
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
      await dropInvitations(trx, email, link)
      const entityId = link.app_id ?? link.team_id ?? link.account_id
      const record = { action: 'invite', entity: 'invitation', entityId, detail: email }
      await recordAudit(trx, link.account_id, author, record)
      const by = author.actor
      return createLink(trx, { kind: 'invitation', email, target: link, by, now: clock.now() })
    })
  }

  /** Removes a link that could not be mailed; only its audit record stays. */
  async function takeBack(token: string, email: string, accountId: string, author: Author): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await dropLink(trx, token)
      const record = { action: 'invite', entity: 'invitation', entityId: accountId, detail: email } as const
      await recordAudit(trx, accountId, author, { ...record, result: 'refused' })
    })
  }

  return {
    /**
     * Mails a link; an older one to the same app, team or account stops working. Throws NOT_FOUND for an app
     * or a team that the account does not have, CONFLICT for a person who already has that role, and
     * UNAVAILABLE when the mail could not be sent; no link is left then.
     */
    async invite(accountId: string, author: Author, invitation: NewInvitation): Promise<InvitationSent> {
      const { email, role = 'member', into, redirectPath = '/' } = invitation
      const account = await requireAccount(db, accountId)
      const name = into && (await nameOf({ ...into, accountId }))
      if (!into) await requireNew(accountId, email, role)
      const token = await store(email, author, targetOf(accountId, role, into))
      const then = redirectPath === '/' ? '' : `&redirectTo=${encodeURIComponent(redirectPath)}`
      const mail = invitationMail({
        to: email,
        from: author.actor,
        account: account.name,
        into: into && name !== undefined ? { kind: into.ownerTable === 'apps' ? 'app' : 'team', name } : null,
        link: `${addresses.publicUrl}/login?invitation=${token}${then}`,
        days: INVITATION_DAYS,
      })
      await mailer.send(mail).catch(async (error: unknown) => {
        await takeBack(token, email, accountId, author)
        throw error
      })
      return { email, role, domain: `account:${account.name}:${role}`, accountName: account.name }
    },
  }
}

/** The columns that name the target of an invitation. */
function targetOf(accountId: string, role: AccountRole, into: NewInvitation['into']) {
  const list = {
    app_id: null,
    team_id: null,
    ...(into && { [memberLists[into.ownerTable].column]: into.id }),
  }
  return { account_id: accountId, role, ...list }
}
