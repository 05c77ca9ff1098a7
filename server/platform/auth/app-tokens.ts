import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AppToken } from '#shared/domains/apps/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import type { Seal } from './seal.ts'
import { tokenPlace } from './sealed-columns.ts'

/** Stores a new token of an app. The caller has checked that the account has the app. */
export async function issueAppToken(
  db: Kysely<Database>,
  seal: Seal,
  app: { id: string; accountId: string },
  { actor, at }: Author,
  replaces: string | null = null,
): Promise<AppToken> {
  // Prefixes make a leaked token recognisable to people and to secret scanners.
  const [id, key, secret] = [newId(at.getTime()), `wfk_${random(15)}`, `wfs_${random(32)}`]
  await db
    .insertInto('app_tokens')
    .values({
      id,
      key,
      account_id: app.accountId,
      app_id: app.id,
      created: at,
      created_by: actor,
      replaces,
      secret: seal.seal(secret, tokenPlace(id)),
    })
    .execute()
  return { _id: id, key, secret, created: at.toISOString(), createdBy: actor }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** The app that a program has signed in as. */
export interface SignedInApp {
  appId: string
  accountId: string
  key: string
  tokenId: string
}

/**
 * Checks the credentials of `Authorization: Basic`. Returns their app, or null; an expired token is none. An unknown key
 * takes as long as a wrong secret. `now`: ms since 1970.
 */
export function createAppSignIn(db: Kysely<Database>, seal: Seal) {
  const decoy = { id: 'none', secret: seal.seal(random(32), tokenPlace('none')) }
  return async (authorization: string, now: number): Promise<SignedInApp | null> => {
    const { key, secret } = credentialsOf(authorization)
    const token = await db
      .selectFrom('app_tokens')
      .select(['id', 'key', 'secret', 'app_id', 'account_id'])
      .where('key', '=', key)
      .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', new Date(now))]))
      .executeTakeFirst()
    const { id, secret: sealed } = token ?? decoy
    const expected = seal.tryOpen(sealed, tokenPlace(id))
    if (!sameText(expected ?? '', secret) || expected === null || !token) return null
    return { appId: token.app_id, accountId: token.account_id, key: token.key, tokenId: token.id }
  }
}

/** Key and secret of `Basic base64(key:secret)`; empty for any other header, and no app has empty ones. */
function credentialsOf(authorization: string): { key: string; secret: string } {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(authorization)?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  const colon = text.indexOf(':')
  // PostgreSQL accepts no NUL in a parameter, and no key contains one.
  const key = colon === -1 ? '' : text.slice(0, colon).replaceAll('\0', '')
  return { key, secret: text.slice(colon + 1) }
}

/** Compares in a time that depends neither on the position of a difference nor on the lengths. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
