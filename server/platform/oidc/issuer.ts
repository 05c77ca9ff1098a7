import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { email } from '#shared/lib/people.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Proof } from './pending-sign-in.ts'
import {
  fetchFromIssuer,
  unavailable,
  discover,
  parseAnswer,
  type OidcClient,
  type Provider,
} from './provider.ts'

export interface Issuer {
  /** The address for a browser to sign in at; `state` is returned with it. Throws UNAVAILABLE. */
  authorizeUrl(state: string, proof: Proof): Promise<string>
  /**
   * Exchanges the code of a finished sign-in for the user's e-mail, in lower case. Throws UNAUTHENTICATED
   * when the issuer does not confirm one, UNAVAILABLE when it cannot be reached.
   */
  identify(code: string, proof: Proof): Promise<string>
}

const KEPT_MS = 10 * 60_000
/** Tolerated difference to the issuer's clock. */
const SKEW_SECONDS = 30

const tokenAnswer = z.object({ id_token: z.string().min(1) })
const claims = z.object({
  nonce: z.string(),
  azp: z.string().optional(),
  // `toLowerCase` maps some other letters to ASCII, and thus to the address of another user.
  email: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .pipe(email),
  // Some issuers send it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional(),
})

/**
 * The authorization code flow with PKCE; `redirectUri` is the callback. jose verifies the token:
 * openid-client 6.8.9 would save 47 of 218 lines here, but refuses an issuer whose metadata adds a trailing
 * slash to its path, and signatures other than RS256 that the metadata does not list.
 */
export function createIssuer(
  client: OidcClient,
  { redirectUri, clock, timeoutMs }: { redirectUri: string; clock: Clock; timeoutMs?: number },
): Issuer {
  let known: { until: number; provider: Promise<Provider> } | null = null

  /** The issuer's metadata, cached for ten minutes; concurrent calls share one request. */
  function provider(): Promise<Provider> {
    const now = clock.monotonic()
    if (known && now < known.until) return known.provider
    const asked = discover(client, timeoutMs)
    known = { until: now + KEPT_MS, provider: asked }
    asked.catch(() => {
      if (known?.provider === asked) known = null
    })
    return asked
  }

  async function exchange(code: string, { verifier }: Proof, { metadata }: Provider): Promise<string> {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const answer = await fetchFromIssuer(
      metadata.token_endpoint,
      { method: 'POST', headers: { authorization: basic(client) }, body: new URLSearchParams(form) },
      timeoutMs,
    )
    // 400: the code is used, expired or of another client. Other statuses are errors of the issuer or the
    // configuration.
    if (answer.status === 400) throw refused('the code was refused')
    if (answer.status !== 200) throw unavailable(new Error(`The token endpoint answered ${answer.status}`))
    return (await parseAnswer(tokenAnswer, answer.json())).id_token
  }

  async function claimsOf(idToken: string, { metadata, keys }: Provider) {
    try {
      const options = { issuer: metadata.issuer, audience: client.id, clockTolerance: SKEW_SECONDS }
      const currentDate = new Date(clock.now())
      const verified = await jwtVerify(idToken, keys, { ...options, currentDate, requiredClaims: ['exp'] })
      return claims.safeParse(verified.payload)
    } catch (error) {
      // The keys could not be read.
      if (error instanceof AppError) throw error
      throw refused(toError(error).message)
    }
  }

  return {
    async authorizeUrl(state, { nonce, verifier }) {
      const { metadata } = await provider()
      const target = new URL(metadata.authorization_endpoint)
      const query = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      }
      for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
      return target.href
    },

    async identify(code, proof) {
      const asked = await provider()
      const { data } = await claimsOf(await exchange(code, proof, asked), asked)
      if (!data) throw refused('the token names no address')
      if (data.nonce !== proof.nonce) throw refused('the token is of another sign-in')
      if (data.azp !== undefined && data.azp !== client.id) throw refused('the token is for another client')
      if (String(data.email_verified) === 'false') throw refused('the address is not verified')
      return data.email
    },
  }
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
function basic({ id, secret }: OidcClient): string {
  const encoded = [id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1)).join(':')
  return `Basic ${Buffer.from(encoded).toString('base64')}`
}

/** The reason is only for the log. */
function refused(reason: string): AppError {
  const message = 'The identity provider does not confirm who you are, sign in again'
  return new AppError('UNAUTHENTICATED', message, { cause: new Error(reason) })
}
