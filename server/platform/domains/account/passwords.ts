import type { Kysely } from 'kysely'
import type { User } from '#shared/domains/account/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { SignInEnds } from '#server/platform/auth/sign-in-ends.ts'
import { endTokensOf } from '#server/platform/auth/tokens.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/listing.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { passwordResetMail } from '#server/platform/mail/texts.ts'
import type { Addresses } from '#server/platform/people/addresses.ts'
import {
  createLink,
  dropResets,
  findLink,
  RESET_MINUTES,
  takeLink,
} from '#server/platform/people/mail-links.ts'
import { hashPassword } from '#server/platform/people/passwords.ts'

export interface PasswordDeps {
  db: Kysely<Database>
  mailer: Mailer
  addresses: Addresses
  signInEnds: SignInEnds
  clock: Clock
}

/** Maximum number of valid reset links of one person, against flooding a mailbox. */
const MAX_RESETS = 5

export type PasswordService = ReturnType<typeof createPasswordService>

/** Sets new passwords: through a mailed link, or with the current password. */
export function createPasswordService({ db, mailer, addresses, signInEnds, clock }: PasswordDeps) {
  /**
   * Stores a password. Deletes the tokens of sign-ins with the old one, and the other reset links. The returned
   * function announces that: call it after the commit.
   */
  async function set(
    trx: Kysely<Database>,
    user: User,
    hash: string,
    author: Author,
    keepFamily?: string,
  ): Promise<() => void> {
    await trx.updateTable('users').set({ password_hash: hash }).where('id', '=', user._id).execute()
    await endTokensOf(trx, user._id, keepFamily)
    await dropResets(trx, user.email)
    await recordAudit(trx, null, author, { action: 'change-password', entity: 'user', entityId: user._id })
    return signInEnds.store(trx, user._id)
  }

  const userOf = (on: Kysely<Database>, email: string): Promise<User | undefined> =>
    on.selectFrom('users').select(['id as _id', 'email']).where('email', '=', email).executeTakeFirst()

  return {
    /**
     * Mails a reset link if a user has that e-mail. Rejects when the mail could not be sent. Callers of the
     * API must not see a difference, so the route does not wait for it.
     */
    async mailReset(email: string, source: string): Promise<void> {
      const user = await userOf(db, email)
      const now = clock.now()
      const waiting = user ? await countResets(db, email, now) : 0
      const granted = user !== undefined && waiting < MAX_RESETS
      const author = { actor: email, source, at: new Date(now) }
      const result = granted ? ('done' as const) : ('refused' as const)
      const record = { action: 'reset-password', entity: 'user', entityId: user?._id ?? null, result }
      const token = await db.transaction().execute(async (trx) => {
        await recordAudit(trx, null, author, record)
        return granted ? createLink(trx, { kind: 'password-reset', email, by: null, now }) : null
      })
      if (token === null) return
      const link = `${addresses.publicUrl}/login?reset=${token}`
      await mailer.send(passwordResetMail({ to: email, link, minutes: RESET_MINUTES }))
    },

    /** Ends every sign-in of the user. Returns false for a token that is unknown, used or expired. */
    async resetWith(token: string, password: string, source: string): Promise<boolean> {
      if (!(await findLink(db, 'password-reset', token, clock.now()))) return false
      const hash = await hashPassword(password)
      const announce = await db.transaction().execute(async (trx) => {
        const link = await takeLink(trx, 'password-reset', token, clock.now())
        const user = link && (await userOf(trx, link.email))
        if (!user) return null
        const author = { actor: user.email, source, at: new Date(clock.now()) }
        const announceEnds = await set(trx, user, hash, author)
        // The link was mailed to the address, and the old password has just ended.
        await trx.updateTable('users').set({ confirmed: true }).where('id', '=', user._id).execute()
        return announceEnds
      })
      announce?.()
      return announce !== null
    },

    /** Ends every other sign-in of the user. */
    async change(user: User, password: string, author: Author, keepFamily: string): Promise<void> {
      const hash = await hashPassword(password)
      const announce = await db.transaction().execute((trx) => set(trx, user, hash, author, keepFamily))
      announce()
    },
  }
}

function countResets(db: Kysely<Database>, email: string, now: number): Promise<number> {
  return countRows(
    db
      .selectFrom('mail_links')
      .where('email', '=', email)
      .where('kind', '=', 'password-reset')
      .where('expires', '>', new Date(now)),
  )
}
