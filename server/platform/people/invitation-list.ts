import type { Kysely, Transaction } from 'kysely'
import type { Invitation, InvitationFilters } from '#shared/lib/people.ts'
import type { Page } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'
import { allOf, orderOf, readPage, type PageRequest } from '../db/listing.ts'
import { requireOwn } from '../db/ownership.ts'
import { wireForm } from '../db/wire-form.ts'
import type { MailLink } from './mail-links.ts'
import { wireScope } from './viewer-columns.ts'

export const invitationSortKeys = ['at', 'expires', 'email', 'role'] as const
export type InvitationSortKey = (typeof invitationSortKeys)[number]

/** One page of the invitations that can still be accepted, newest first by default. */
export async function listInvitations(
  db: Kysely<Database>,
  accountId: string,
  { appId, teamId }: InvitationFilters,
  page: PageRequest<InvitationSortKey>,
  now: number,
): Promise<Page<Invitation>> {
  await requireOwn(db, accountId, 'apps', appId)
  await requireOwn(db, accountId, 'teams', teamId)
  const query = pending(db, accountId, now).where((eb) =>
    allOf([
      appId !== undefined && eb('mail_links.app_id', '=', appId),
      teamId !== undefined && eb('mail_links.team_id', '=', teamId),
    ]),
  )
  const order = orderOf(page.sort, { column: (key) => columns[key] ?? `mail_links.${key}`, created: 'at' })
  const { data, total } = await readPage(db, query, order, page)
  return { data: data.map(wireInvitation), total }
}

/** Returns one that can still be accepted. Throws NOT_FOUND. */
export async function findInvitation(
  db: Kysely<Database>,
  accountId: string,
  id: string,
  now: number,
): Promise<Invitation> {
  const row = await pending(db, accountId, now).where('mail_links.id', '=', id).executeTakeFirst()
  if (!row) throw notPending()
  return wireInvitation(row)
}

/** Locks one that can still be accepted, and returns its row. Throws NOT_FOUND. */
export async function lockInvitation(
  trx: Transaction<Database>,
  accountId: string,
  id: string,
  now: number,
): Promise<MailLink> {
  const row = await trx
    .selectFrom('mail_links')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'invitation')
    .where('account_id', '=', accountId)
    .where('expires', '>', new Date(now))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notPending()
  return row
}

const columns: Record<string, string> = { at: 'mail_links.created' }

const notPending = () => new AppError('NOT_FOUND', 'Invitation not found')

/** With the names of the account, the app and the team. */
function pending(db: Kysely<Database>, accountId: string, now: number) {
  return db
    .selectFrom('mail_links')
    .innerJoin('accounts', 'accounts.id', 'mail_links.account_id')
    .leftJoin('apps', 'apps.id', 'mail_links.app_id')
    .leftJoin('teams', 'teams.id', 'mail_links.team_id')
    .select(['mail_links.id', 'mail_links.email', 'mail_links.role', 'mail_links.created_by'])
    .select(['mail_links.apps', 'mail_links.payloads_hidden'])
    .select(['mail_links.created', 'mail_links.expires', 'mail_links.app_id', 'mail_links.team_id'])
    .select(['accounts.id as account_id', 'accounts.name as account'])
    .select(['apps.name as app', 'teams.name as team'])
    .where('mail_links.kind', '=', 'invitation')
    .where('mail_links.account_id', '=', accountId)
    .where('mail_links.expires', '>', new Date(now))
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof pending>['executeTakeFirstOrThrow']>>

const wireInvitation = wireForm<Invitation>()((row: InvitationRow) => ({
  _id: row.id,
  email: row.email,
  role: row.role ?? 'member',
  into: targetOf(row),
  by: row.created_by,
  at: row.created.toISOString(),
  expires: row.expires.toISOString(),
  ...wireScope(row),
}))

function targetOf(row: InvitationRow): Invitation['into'] {
  if (row.app_id !== null) return { kind: 'app', _id: row.app_id, name: row.app ?? '' }
  if (row.team_id !== null) return { kind: 'team', _id: row.team_id, name: row.team ?? '' }
  return { kind: 'account', _id: row.account_id, name: row.account }
}
