import type { Kysely, Transaction } from 'kysely'
import { accountRoles, type AccountRole } from '#shared/domains/account/rules.ts'
import type { Invitation, InvitationFilters, InvitationLink, InvitationSent } from '#shared/lib/people.ts'
import type { Page } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type AuditRecord, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import type { PageRequest } from '../db/listing.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Addresses } from './addresses.ts'
import { invitationLinkOf, mailOf, targetOf, type InvitationTarget } from './invitation-mail.ts'
import { countInvitation, type InvitationLimits } from './invitation-limits.ts'
import { findInvitation, listInvitations, lockInvitation, type InvitationSortKey } from './invitation-list.ts'
import { asMember, requireAccount } from './joining.ts'
import { createLink, dropInvitations, dropLink, renewLink, restoreLink } from './mail-links.ts'

export interface InvitationDeps {
  db: Kysely<Database>
  mailer: Mailer
  addresses: Addresses
  invitationLimits: InvitationLimits
  clock: Clock
}

export interface NewInvitation extends InvitationTarget {
  /** In lower case. */
  email: string
}

export type Invitations = ReturnType<typeof createInvitations>

/**
 * Mailed links that make people members of an account, and of an app or a team in it. Of each only the hash of the
 * newest token is stored.
 */
export function createInvitations(deps: InvitationDeps) {
  const { db, mailer, addresses, invitationLimits: limits, clock } = deps

  const note = (trx: Kysely<Database>, accountId: string, author: Author, record: Partial<AuditRecord>) =>
    recordAudit(trx, accountId, author, {
      action: 'invite',
      entity: 'invitation',
      entityId: null,
      ...record,
    })

  /** Throws CONFLICT when the person already has that role, or a higher one. */
  async function requireNew(accountId: string, email: string, role: AccountRole): Promise<void> {
    const has = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('memberships.role')
      .where('memberships.account_id', '=', accountId)
      .where('users.email', '=', email)
      .executeTakeFirst()
    if (has && accountRoles.indexOf(has.role) <= accountRoles.indexOf(role))
      throw new AppError('CONFLICT', `${email} is ${has.role === 'owner' ? 'an' : 'a'} ${has.role} already`)
  }

  /** Locks one invitation and gives it another token, which is mailed or shown. */
  async function renew(
    trx: Transaction<Database>,
    accountId: string,
    author: Author,
    id: string,
    { shown, action }: { shown: boolean; action: string },
  ) {
    const before = await lockInvitation(trx, accountId, id, clock.now())
    const token = await renewLink(trx, id, { by: author.actor, shown, now: clock.now() })
    await note(trx, accountId, author, { action, entityId: id, detail: before.email })
    return { before, token }
  }

  return {
    /**
     * Mails a link; an older one to the same app, team or account stops working. Throws NOT_FOUND for an app
     * or a team that the account does not have, CONFLICT for a person who already has that role,
     * TOO_MANY_REQUESTS above a limit, BAD_REQUEST for an address that the mail server refuses, and UNAVAILABLE
     * when the mail could not be sent; no link is left then.
     */
    async invite(
      accountId: string,
      author: Author,
      { email, given = asMember, into, redirectPath = '/' }: NewInvitation,
    ): Promise<InvitationSent> {
      const { name: accountName } = await requireAccount(db, accountId)
      const { role } = given
      const target = targetOf(accountId, { given, into, redirectPath })
      const mail = await mailOf(db, email, target)
      if (!into) await requireNew(accountId, email, role)
      const record = { entityId: into?.id ?? accountId, detail: email }
      const token = await db.transaction().execute(async (trx) => {
        await countInvitation(trx, limits, accountId, author)
        await dropInvitations(trx, email, target)
        await note(trx, accountId, author, record)
        return createLink(trx, { kind: 'invitation', email, target, by: author.actor, now: clock.now() })
      })
      await mailer.send(mail(author.actor, addresses, token)).catch(async (error: unknown) => {
        await db.transaction().execute(async (trx) => {
          await dropLink(trx, token)
          await note(trx, accountId, author, { ...record, result: 'refused' })
        })
        throw error
      })
      return { email, role, domain: `account:${accountName}:${role}`, accountName }
    },

    /**
     * Mails the invitation again, with another link; the older one stops working. Throws NOT_FOUND,
     * TOO_MANY_REQUESTS above a limit, BAD_REQUEST for an address that the mail server refuses, and UNAVAILABLE
     * when the mail could not be sent; the older link stays then.
     */
    async resend(accountId: string, author: Author, id: string): Promise<Invitation> {
      const { before, token, mail } = await db.transaction().execute(async (trx) => {
        await countInvitation(trx, limits, accountId, author)
        const renewed = await renew(trx, accountId, author, id, { shown: false, action: 'resend' })
        const { before } = renewed
        return { ...renewed, mail: await mailOf(trx, before.email, { ...before, account_id: accountId }) }
      })
      await mailer.send(mail(author.actor, addresses, token)).catch(async (error: unknown) => {
        await restoreLink(db, token, before)
        throw error
      })
      return findInvitation(db, accountId, id, clock.now())
    },

    /** Returns a new link to hand over without a mail; the mailed one stops working. Throws NOT_FOUND. */
    async copyLink(accountId: string, author: Author, id: string): Promise<InvitationLink> {
      return db.transaction().execute(async (trx) => {
        const { before, token } = await renew(trx, accountId, author, id, {
          shown: true,
          action: 'show-link',
        })
        const { expires } = await findInvitation(trx, accountId, id, clock.now())
        return { link: invitationLinkOf(addresses, token, before.redirect_path), expires }
      })
    },

    /** Ends the invitation. Throws NOT_FOUND. */
    async withdraw(accountId: string, author: Author, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { email } = await lockInvitation(trx, accountId, id, clock.now())
        await trx.deleteFrom('mail_links').where('id', '=', id).execute()
        await note(trx, accountId, author, { action: 'withdraw', entityId: id, detail: email })
      })
    },

    /** Throws NOT_FOUND for an app or a team that the account does not have. */
    list: (
      accountId: string,
      filters: InvitationFilters,
      page: PageRequest<InvitationSortKey>,
    ): Promise<Page<Invitation>> => listInvitations(db, accountId, filters, page, clock.now()),
  }
}
