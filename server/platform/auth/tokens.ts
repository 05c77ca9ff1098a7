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

/** Creates a new token of the same sign-in; the old one stays valid for at most five minutes. */
export function refreshToken(db: Db, old: { hash: Buffer; userId: string; family: string }, now: number) {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('tokens')
      .set({ expires: sql`least(expires, ${new Date(now + REFRESHED_TOKEN_LIFE_MS)})` })
      .where('hash', '=', old.hash)
      .execute()
    return issueToken(trx, { userId: old.userId, kind: 'bearer', now, family: old.family })
  })
}

/** Deletes every token of one sign-in, also one that was just refreshed. */
export async function endFamily(db: Db, family: string): Promise<void> {
  await db.deleteFrom('tokens').where('family', '=', family).execute()
}

/** Deletes the tokens of every sign-in of a user, except those of `keepFamily`. */
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
