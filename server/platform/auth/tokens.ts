import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { User } from '#shared/domains/account/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '../db/database.ts'
import type { TokenTable } from '../db/tables/people.ts'

export const TOKEN_LIFE_MS = 12 * 3_600_000
/** A temporary token is exchanged right after the redirect that carries it. */
export const TEMPORARY_TOKEN_LIFE_MS = 60_000
/** Requests that were sent with the old token before a refresh still succeed. */
export const REFRESHED_TOKEN_LIFE_MS = 5 * 60_000
/** The same for the tokens of a sign-in that another one has replaced. */
export const REPLACED_SIGN_IN_MS = 10_000

type Db = Kysely<Database>

/** Prefixes make a leaked token recognisable to people and to secret scanners. */
const prefixes = { bearer: 'wfc_', temporary: 'wft_' } as const

/** The stored form of a token, which cannot be reversed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

interface NewToken {
  userId: string
  kind: TokenTable['kind']
  now: number
  /** The sign-in that it belongs to; a new one when absent. */
  family?: string
}

/** Creates and stores a token. Only its hash is stored. */
export async function issueToken(db: Db, { userId, kind, now, family }: NewToken): Promise<string> {
  const token = prefixes[kind] + randomBytes(32).toString('base64url')
  const life = kind === 'bearer' ? TOKEN_LIFE_MS : TEMPORARY_TOKEN_LIFE_MS
  await db
    .insertInto('tokens')
    .values({
      hash: hashToken(token),
      user_id: userId,
      kind,
      family: family ?? newId(now),
      created: new Date(now),
      expires: new Date(now + life),
    })
    .execute()
  return token
}

/**
 * Deletes a temporary token after its first use. Returns its user, or null. Of concurrent calls only one gets
 * the user.
 */
export async function redeemTemporaryToken(db: Db, token: string, now: number): Promise<User | null> {
  const taken = await db
    .with('taken', (query) =>
      query
        .deleteFrom('tokens')
        .where('hash', '=', hashToken(token))
        .where('kind', '=', 'temporary')
        .where('expires', '>', new Date(now))
        .returning('user_id'),
    )
    .selectFrom('taken')
    .innerJoin('users', 'users.id', 'taken.user_id')
    .select(['users.id', 'users.email'])
    .executeTakeFirst()
  return taken ? { _id: taken.id, email: taken.email } : null
}

export interface SignInToken {
  hash: Buffer
  userId: string
  family: string
}

/**
 * Creates a new token of the same sign-in; the old one stays valid for at most five minutes. With `separate` the new
 * one is of a sign-in of its own, and all tokens of the old sign-in end within ten seconds. Null: the token has ended
 * meanwhile.
 */
export function refreshToken(
  db: Db,
  { hash, userId, family }: SignInToken,
  now: number,
  separate = false,
): Promise<string | null> {
  const rest = separate ? REPLACED_SIGN_IN_MS : REFRESHED_TOKEN_LIFE_MS
  return db.transaction().execute(async (trx) => {
    await lockTokens(trx, userId, 'to add')
    const shortened = await trx
      .updateTable('tokens')
      .set({ expires: sql`least(expires, ${new Date(now + rest)})` })
      .where('family', '=', family)
      .$if(!separate, (query) => query.where('hash', '=', hash))
      .returning('hash')
      .execute()
    if (!shortened.some((row) => row.hash.equals(hash))) return null
    return issueToken(trx, { userId, kind: 'bearer', now, ...(separate ? {} : { family }) })
  })
}

/**
 * Waits for changes of the user's tokens that are under way. A token must not be added while the tokens of the user
 * are deleted: the statement that deletes would not see it, and it would outlive the sign-out or the old password.
 */
async function lockTokens(trx: Db, userId: string, purpose: 'to add' | 'to end'): Promise<void> {
  const user = trx.selectFrom('users').select('id').where('id', '=', userId)
  await (purpose === 'to add' ? user.forShare() : user.forNoKeyUpdate()).execute()
}

/**
 * Creates the token of a sign-in by password. Null: the password is not the checked one any more. In a transaction.
 */
export async function issueForPassword(
  trx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: number },
): Promise<string | null> {
  await lockTokens(trx, userId, 'to add')
  const same = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  return same ? issueToken(trx, { userId, kind: 'bearer', now }) : null
}

/** Deletes every token of one sign-in, also one that was just refreshed. In a transaction. */
export async function endFamily(trx: Db, { userId, family }: Omit<SignInToken, 'hash'>): Promise<void> {
  await lockTokens(trx, userId, 'to end')
  await trx.deleteFrom('tokens').where('family', '=', family).execute()
}

/**
 * Deletes the tokens of every sign-in of a user, except those of `keepFamily`. In a transaction that has changed the
 * row of the user before.
 */
export async function endTokensOf(db: Db, userId: string, keepFamily?: string): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(keepFamily !== undefined, (query) => query.where('family', '<>', keepFamily ?? ''))
    .execute()
}

/** Deletes the tokens of either kind that have expired by `now` (ms since 1970). */
export async function purgeExpiredTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('tokens').where('expires', '<=', new Date(now)).execute()
}
