import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { newId } from '#server/lib/ids.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Database } from '../db/database.ts'
import type { MailLinkTable } from '../db/tables/people.ts'

const HOUR = 3_600_000
const lives = { invitation: 7 * 24 * HOUR, 'password-reset': HOUR } as const
export type LinkKind = keyof typeof lives
export const INVITATION_DAYS = lives.invitation / (24 * HOUR)
export const RESET_MINUTES = lives['password-reset'] / 60_000

type Db = Kysely<Database>
export type MailLink = Selectable<MailLinkTable>
/** The target of a link, besides its recipient. */
export type LinkTarget = Partial<
  Pick<MailLink, 'account_id' | 'role' | 'apps' | 'payloads_hidden' | 'app_id' | 'team_id' | 'redirect_path'>
>

interface NewLink {
  kind: LinkKind
  /** In lower case. */
  email: string
  target?: LinkTarget
  by: string | null
  now: number
}

/** Creates and stores a link. Returns its token, which is stored only as a hash. */
export async function createLink(db: Db, { kind, email, target, by, now }: NewLink): Promise<string> {
  const token = newToken()
  await db
    .insertInto('mail_links')
    .values({
      account_id: null,
      role: null,
      app_id: null,
      team_id: null,
      redirect_path: '/',
      ...target,
      id: newId(now),
      hash: hashToken(token),
      shown: false,
      kind,
      email,
      created_by: by,
      created: new Date(now),
      expires: new Date(now + lives[kind]),
    })
    .execute()
  return token
}

const newToken = () => `wfl_${randomBytes(32).toString('base64url')}`

/**
 * Gives an invitation another token and a new life; the old token stops working. `shown`: the new one is shown to
 * its author instead of mailed. Returns the token.
 */
export async function renewLink(
  db: Db,
  id: string,
  { by, shown, now }: { by: string; shown: boolean; now: number },
): Promise<string> {
  const token = newToken()
  const [created, expires] = [new Date(now), new Date(now + lives.invitation)]
  await db
    .updateTable('mail_links')
    .set({ hash: hashToken(token), created_by: by, created, expires, shown })
    .where('id', '=', id)
    .execute()
  return token
}

/** Takes back a renewal whose mail could not be sent, unless the link has been changed again. */
export async function restoreLink(db: Db, token: string, before: MailLink): Promise<void> {
  const { hash, created_by, created, expires, shown } = before
  await db
    .updateTable('mail_links')
    .set({ hash, created_by, created, expires, shown })
    .where('hash', '=', hashToken(token))
    .execute()
}

/** Returns the link of a token that has not expired, and keeps it. */
export async function findLink(db: Db, kind: LinkKind, token: string, now: number): Promise<MailLink | null> {
  const link = await db
    .selectFrom('mail_links')
    .selectAll()
    .where('hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires', '>', new Date(now))
    .executeTakeFirst()
  return link ?? null
}

/**
 * Deletes a link that has not expired, and returns it; null when there is none. Of concurrent calls only one
 * gets it.
 */
export async function takeLink(db: Db, kind: LinkKind, token: string, now: number): Promise<MailLink | null> {
  const link = await db
    .deleteFrom('mail_links')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires', '>', new Date(now))
    .returningAll()
    .executeTakeFirst()
  return link ?? null
}

/** Deletes the link of a token, expired or not. */
export async function dropLink(db: Db, token: string): Promise<void> {
  await db.deleteFrom('mail_links').where('hash', '=', hashToken(token)).execute()
}

/** Deletes the invitations of a person to one account, app or team. */
export async function dropInvitations(
  db: Db,
  email: string,
  { account_id, app_id, team_id }: Pick<MailLink, 'account_id' | 'app_id' | 'team_id'>,
): Promise<void> {
  await db
    .deleteFrom('mail_links')
    .where('kind', '=', 'invitation')
    .where('email', '=', email)
    .where('account_id', '=', account_id)
    .where('app_id', 'is not distinct from', app_id)
    .where('team_id', 'is not distinct from', team_id)
    .execute()
}

/** Deletes a person's links to a new password. */
export async function dropResets(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mail_links').where('kind', '=', 'password-reset').where('email', '=', email).execute()
}

/** Deletes the links that have expired by `now` (ms since 1970). */
export async function purgeExpiredLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('mail_links').where('expires', '<=', new Date(now)).execute()
}
