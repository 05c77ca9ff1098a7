import { sql, type Kysely } from 'kysely'
import type { Account, User } from '#shared/domains/account/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { endTokensOf } from '../auth/tokens.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { requireAccount, joinAccount, addToList } from './joining.ts'
import { dropInvitations, findLink, takeLink, type MailLink } from './mail-links.ts'
import { hashPassword } from './passwords.ts'

export interface Accepted {
  user: User
  account: Account
  /** The user was created, with the password that came with the token: this signs in. */
  isNew: boolean
}

export type AcceptInvitation = (
  token: string,
  password: string | undefined,
  source: string,
) => Promise<Accepted | null>

/**
 * Makes the user with the address of an invitation a member of the account, and creates the user where the address
 * is new. Returns null for a token that is unknown, used or expired. Throws BAD_REQUEST when a new user chose no
 * password; the token stays valid then. The password of an existing user stays as it is, whatever came with the
 * token: an invitation is no way to sign in as someone who has a password.
 */
export function createAcceptance({ db, clock }: { db: Kysely<Database>; clock: Clock }): AcceptInvitation {
  return async (token, password, source) => {
    const found = await findLink(db, 'invitation', token, clock.now())
    if (!found) return null
    const hash = await hashForNew(db, found, password)
    return db.transaction().execute(async (trx) => {
      const link = await takeLink(trx, 'invitation', token, clock.now())
      if (!link?.account_id) return null
      const author = { actor: link.email, source, at: new Date(clock.now()) }
      const isNew = hash !== null && (await createUser(trx, link, hash, author.at))
      const user = await userOf(trx, link.email)
      if (isNew) await endTokensOf(trx, user._id)
      await join(trx, { ...link, account_id: link.account_id }, user, author)
      return { user, account: await requireAccount(trx, link.account_id), isNew }
    })
  }
}

/**
 * Null for a user who keeps the own password. A user who is not confirmed is new to a mailed link: that password was
 * chosen without a proof of reading the mails of the address.
 */
async function hashForNew(
  db: Kysely<Database>,
  { email, shown }: MailLink,
  password: string | undefined,
): Promise<string | null> {
  const known = await db.selectFrom('users').select('confirmed').where('email', '=', email).executeTakeFirst()
  if (known && (known.confirmed || shown)) return null
  if (password === undefined) throw faultOf('password', 'is required of a new user')
  return hashPassword(password)
}

/** Returns whether it was done: of two invitations accepted at once, one creates the user. */
async function createUser(
  trx: Kysely<Database>,
  { email, shown }: MailLink,
  hash: string,
  created: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto('users')
    .values({ id: newId(created.getTime()), email, password_hash: hash, confirmed: !shown, created })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash: hash, confirmed: true })
        .where('users.confirmed', '=', false)
        .where(sql.val(shown), '=', false),
    )
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

const userOf = (trx: Kysely<Database>, email: string): Promise<User> =>
  trx.selectFrom('users').select(['id as _id', 'email']).where('email', '=', email).executeTakeFirstOrThrow()

async function join(
  trx: Kysely<Database>,
  link: MailLink & { account_id: string },
  user: User,
  author: Author,
): Promise<void> {
  const { account_id: accountId, app_id: appId, team_id: teamId } = link
  await dropInvitations(trx, link.email, link)
  await joinAccount(trx, {
    accountId,
    userId: user._id,
    given: { role: link.role ?? 'member', apps: link.apps, payloads_hidden: link.payloads_hidden },
    ...(appId !== null || teamId !== null ? { through: 'app or team' } : {}),
    created: author.at,
  })
  if (appId !== null) await addToList(trx, { ownerTable: 'apps', accountId, id: appId }, author, user._id)
  if (teamId !== null) await addToList(trx, { ownerTable: 'teams', accountId, id: teamId }, author, user._id)
  const record = { action: 'accept-invitation', entity: 'membership', entityId: user._id }
  await recordAudit(trx, accountId, author, record)
}
