import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { findAliasKey } from './alias-credentials.ts'

/** How far ahead a worker's token may expire (contract section 6). */
export const MAX_TOKEN_LIFE_MS = 5 * 60_000

/** Keys that are kept parsed; parsing one costs more than what it is checked against. */
const KEPT_KEYS = 1000

/** What a token says, signed with that key. Whether the key is living is another question. */
export interface WorkerToken {
  keyId: string
  /** The alias that the key was made for. */
  aliasId: string
  lease: string
  jti: string
  expires: Date
}

export interface TokenVerifier {
  /**
   * EdDSA and nothing else, by a known key (`kid`) of the alias in `iss`, for this installation (`aud`), not expired and
   * for at most five minutes, with `jti` and `lease`. Null when any of it fails.
   */
  verify(token: string, now: number): Promise<WorkerToken | null>
}

/** A key's id stands for the same key for ever, so its public half may be kept while the key itself is deleted. */
interface KnownKey {
  aliasId: string
  publicKey: KeyObject
}

/** Text that the database can be asked for. */
const storable = (most: number, least = 1) =>
  z
    .string()
    .min(least)
    .max(most)
    .refine((text) => !text.includes('\0'))
const kid = storable(64)
/** Times are seconds since 1970. */
const claims = z.object({ jti: storable(128, 8), lease: storable(64), exp: z.number() })

/** The token of a bearer header; null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,2048})$/i.exec(authorization ?? '')?.[1] ?? null
}

/** `audience`: whom the tokens are made for. */
export function createTokenVerifier(db: Kysely<Database>, audience: string): TokenVerifier {
  const known = new Map<string, KnownKey>()

  async function keyOf(keyId: string, now: number): Promise<KnownKey | null> {
    const kept = known.get(keyId)
    if (kept) return kept
    const found = await findAliasKey(db, keyId, new Date(now))
    if (!found) return null
    const key = { aliasId: found.aliasId, publicKey: createPublicKey(found.publicKey) }
    if (known.size >= KEPT_KEYS) known.delete(known.keys().next().value ?? '')
    known.set(keyId, key)
    return key
  }

  return {
    async verify(token, now) {
      const keyId = kid.safeParse(headerOf(token)?.kid)
      const key = keyId.success ? await keyOf(keyId.data, now) : null
      if (!keyId.success || !key) return null
      const { aliasId, publicKey } = key
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          audience,
          issuer: aliasId,
          requiredClaims: ['exp', 'jti', 'lease'],
          currentDate: new Date(now),
        })
        const said = claims.safeParse(payload)
        if (!said.success || said.data.exp * 1000 > now + MAX_TOKEN_LIFE_MS) return null
        const { jti, lease, exp } = said.data
        return { keyId: keyId.data, aliasId, jti, lease, expires: new Date(exp * 1000) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

function headerOf(token: string): { kid?: unknown } | null {
  try {
    return decodeProtectedHeader(token)
  } catch (error) {
    // What is no token at all.
    if (error instanceof TypeError) return null
    throw error
  }
}
