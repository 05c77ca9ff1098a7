import { createPublicKey } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { findAliasKey, type AliasIdentity } from './alias-credentials.ts'

/** How far ahead a worker's token may expire (contract section 6). */
export const MAX_TOKEN_LIFE_MS = 5 * 60_000

/** What a valid token says. */
export interface WorkerToken extends AliasIdentity {
  lease: string
  jti: string
  expires: Date
}

const kid = z.string().min(1).max(64)
/** Times are seconds since 1970. */
const claims = z.object({
  jti: z.string().min(8).max(128),
  lease: z.string().min(1).max(64),
  exp: z.number(),
})

/** The token of a bearer header; null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,2048})$/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * Who signed a token, and what for: EdDSA and nothing else, by a living key (`kid`) of the alias in `iss`, for this
 * installation (`aud`), not expired and for at most five minutes, with `jti` and `lease`. Null when any of it fails.
 */
export async function verifyWorkerToken(
  db: Kysely<Database>,
  token: string,
  audience: string,
  now: number,
): Promise<WorkerToken | null> {
  const keyId = kid.safeParse(headerOf(token)?.kid)
  const key = keyId.success ? await findAliasKey(db, keyId.data, new Date(now)) : null
  if (!key) return null
  try {
    const { payload } = await jwtVerify(token, createPublicKey(key.publicKey), {
      algorithms: ['EdDSA'],
      audience,
      issuer: key.aliasId,
      requiredClaims: ['exp', 'jti', 'lease'],
      currentDate: new Date(now),
    })
    const said = claims.safeParse(payload)
    if (!said.success || said.data.exp * 1000 > now + MAX_TOKEN_LIFE_MS) return null
    const { jti, lease, exp } = said.data
    return { ...key, jti, lease, expires: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
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
