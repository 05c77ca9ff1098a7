import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Database } from '../db/database.ts'
import { findAliasKey } from './alias-credentials.ts'

/** How far ahead a worker's token may expire. */
export const MAX_TOKEN_LIFE_MS = 5 * 60_000

/** Parsed keys in the cache; parsing one costs more than checking a signature. */
const KEPT_KEYS = 1000

/** The claims of a token, signed with that key. The caller checks whether the key is still valid. */
export interface WorkerToken {
  keyId: string
  /** The alias that the key belongs to. */
  aliasId: string
  lease: string
  jti: string
  expires: Date
}

export interface TokenVerifier {
  /**
   * Accepts EdDSA only, by a known key (`kid`) of the alias in `iss`, for this installation (`aud`), not
   * expired and valid for at most five minutes, with `jti` and `lease`. Null when any of it is missing or
   * wrong.
   */
  verify(token: string, now: number): Promise<WorkerToken | null>
}

/** A key's id never changes its key, so the public half may stay cached after the key is deleted. */
interface KnownKey {
  aliasId: string
  publicKey: KeyObject
}

/** Text that a query parameter can contain. */
const storable = (most: number, least = 1) =>
  z
    .string()
    .min(least)
    .max(most)
    .refine((text) => !text.includes('\0'))
/** No header that changes the meaning of a token is accepted (RFC 7515, `crit`). */
const header = z.object({ alg: z.literal('EdDSA'), kid: storable(64), crit: z.never().optional() })
/** Times are seconds since 1970. */
const claims = z.object({
  iss: z.string(),
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().default(-Infinity),
  jti: storable(128, 8),
  lease: storable(64),
})

/** `audience`: the installation that the tokens are made for. */
export function createTokenVerifier(db: Kysely<Database>, audience: string): TokenVerifier {
  const known = new BoundedMap<string, KnownKey>(KEPT_KEYS)

  async function keyOf(keyId: string, now: number): Promise<KnownKey | null> {
    const kept = known.get(keyId)
    if (kept) return kept
    const found = await findAliasKey(db, keyId, new Date(now))
    if (!found) return null
    const key = { aliasId: found.aliasId, publicKey: createPublicKey(found.publicKey) }
    if (key.publicKey.asymmetricKeyType !== 'ed25519') return null
    known.set(keyId, key)
    return key
  }

  return {
    async verify(token, now) {
      const claimed = readToken(token)
      const key = claimed && (await keyOf(claimed.keyId, now))
      if (!claimed || !key || !isSigned(token, key.publicKey)) return null
      const { keyId, iss, aud, exp, nbf, jti, lease } = claimed
      const { aliasId } = key
      const seconds = Math.floor(now / 1000)
      if (iss !== aliasId || !aud.includes(audience)) return null
      if (exp <= seconds || exp * 1000 > now + MAX_TOKEN_LIFE_MS || nbf > seconds) return null
      return { keyId, aliasId, jti, lease, expires: new Date(exp * 1000) }
    },
  }
}

/** The unverified claims of a token; null when it is not a worker's token. */
function readToken(token: string): (z.output<typeof claims> & { keyId: string }) | null {
  try {
    const head = header.safeParse(decodeProtectedHeader(token))
    const body = claims.safeParse(decodeJwt(token))
    return head.success && body.success ? { ...body.data, keyId: head.data.kid } : null
  } catch (error) {
    // Not a token at all.
    if (error instanceof TypeError || error instanceof errors.JOSEError) return null
    throw error
  }
}

/**
 * Not done by jose, which uses WebCrypto: that passes every signature to another thread and back, which costs
 * twice as much as the check itself. The key is always Ed25519, so no other algorithm can be used.
 */
function isSigned(token: string, publicKey: KeyObject): boolean {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify(null, Buffer.from(token.slice(0, end)), publicKey, signature)
}
