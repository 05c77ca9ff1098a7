import type { Kysely } from 'kysely'
import type { AccountRole } from '#shared/domains/account/contract.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../db/ownership.ts'
import type { Mail } from '../mail/mailer.ts'
import { invitationMail } from '../mail/texts.ts'
import type { Addresses } from './addresses.ts'
import { asMember, memberLists, requireAccount, type ListOwnerTable } from './joining.ts'
import { INVITATION_DAYS, type MailLink } from './mail-links.ts'
import type { ViewerColumns } from './viewer-columns.ts'

/** What an invited person joins. */
export interface InvitationTarget {
  /** Role in the account, and what a viewer sees of it; a member when absent. */
  given?: (ViewerColumns & { role: AccountRole }) | undefined
  /** An app or a team of the account that the invited person joins too. */
  into?: { ownerTable: ListOwnerTable; id: string } | undefined
  /** Path of this console that is opened after accepting. */
  redirectPath?: string | undefined
}

type TargetColumns = ViewerColumns &
  Pick<MailLink, 'app_id' | 'team_id' | 'redirect_path'> & { account_id: string }

/** The columns of `mail_links` that name the target. */
export function targetOf(
  accountId: string,
  { given = asMember, into, redirectPath = '/' }: InvitationTarget,
): TargetColumns {
  const list = {
    app_id: null,
    team_id: null,
    ...(into && { [memberLists[into.ownerTable].column]: into.id }),
  }
  return { account_id: accountId, ...given, redirect_path: redirectPath, ...list }
}

/**
 * Reads the names of the target. Returns the mail for a sender and a token. Throws NOT_FOUND for an app or a team
 * that the account does not have.
 */
export async function mailOf(
  db: Kysely<Database>,
  to: string,
  target: TargetColumns,
): Promise<(from: string, addresses: Addresses, token: string) => Mail> {
  const { account_id: accountId, app_id: appId, team_id: teamId } = target
  const account = await requireAccount(db, accountId)
  const into =
    appId !== null
      ? { kind: 'app' as const, name: await nameOf(db, 'apps', accountId, appId) }
      : teamId !== null
        ? { kind: 'team' as const, name: await nameOf(db, 'teams', accountId, teamId) }
        : null
  return (from, addresses, token) => {
    const link = invitationLinkOf(addresses, token, target.redirect_path)
    return invitationMail({ to, from, account: account.name, into, link, days: INVITATION_DAYS })
  }
}

/** The address that accepts an invitation and then opens that path. */
export function invitationLinkOf({ publicUrl }: Addresses, token: string, redirectPath: string): string {
  const then = redirectPath === '/' ? '' : `&redirectTo=${encodeURIComponent(redirectPath)}`
  return `${publicUrl}/login?invitation=${token}${then}`
}

async function nameOf(
  db: Kysely<Database>,
  ownerTable: ListOwnerTable,
  accountId: string,
  id: string,
): Promise<string> {
  const owner = await db
    .selectFrom(ownerTable)
    .select('name')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!owner) throw notFound(ownerTable)
  return owner.name
}
