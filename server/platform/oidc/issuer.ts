import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  skipStateCheck,
  type Configuration,
} from 'openid-client'
import { z } from 'zod'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { email } from '#shared/lib/people.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Proof } from './pending-sign-in.ts'
import { asSignInError, discover, refused, withoutKeys, type OidcClient } from './provider.ts'

export interface Issuer {
  /** The address for a browser to sign in at; `state` is returned with it. Throws UNAVAILABLE. */
  authorizeUrl(state: string, proof: Proof): Promise<string>
  /**
   * Exchanges the code of a finished sign-in, in the query of the callback, for the user's e-mail, in lower
   * case. Throws UNAUTHENTICATED when the issuer does not confirm one, UNAVAILABLE when it cannot be reached.
   */
  identify(query: string, proof: Proof): Promise<string>
}

const KEPT_MS = 10 * 60_000

const claims = z.object({
  azp: z.string().optional(),
  // `toLowerCase` maps some other letters to ASCII, and thus to the address of another user.
  email: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .pipe(email),
  // Some issuers send it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional(),
})

/** The authorization code flow with PKCE; `redirectUri` is the callback. */
export function createIssuer(
  client: OidcClient,
  { redirectUri, clock, timeoutMs }: { redirectUri: string; clock: Clock; timeoutMs?: number },
): Issuer {
  let known: { until: number; provider: Promise<Configuration> } | null = null

  /** The issuer's metadata, cached for ten minutes; concurrent calls share one request. */
  function provider(): Promise<Configuration> {
    const now = clock.monotonic()
    if (known && now < known.until) return known.provider
    const asked = discover(client, timeoutMs)
    known = { until: now + KEPT_MS, provider: asked }
    asked.catch(() => {
      if (known?.provider === asked) known = null
    })
    return asked
  }

  return {
    async authorizeUrl(state, { nonce, verifier }) {
      const found = await provider()
      const code_challenge = await calculatePKCECodeChallenge(verifier)
      const pkce = { code_challenge_method: 'S256', code_challenge }
      const query = { redirect_uri: redirectUri, scope: 'openid email', state, nonce, ...pkce }
      try {
        return buildAuthorizationUrl(found, query).href
      } catch (error) {
        throw asSignInError(error)
      }
    },

    async identify(query, { nonce, verifier }) {
      const found = withoutKeys(await provider(), client)
      const tokens = await authorizationCodeGrant(found, new URL(query, redirectUri), {
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        // The state is sealed, so opening it has checked it.
        expectedState: skipStateCheck,
      }).catch((error: unknown) => {
        throw asSignInError(error)
      })
      const { data } = claims.safeParse(tokens.claims())
      if (!data) throw refused('the token names no address')
      // The library checks it only in tokens for several audiences.
      if (data.azp !== undefined && data.azp !== client.id) throw refused('the token is for another client')
      if (String(data.email_verified) !== 'true' && !client.allowUnverifiedEmail)
        throw refused('the address is not verified', accountMessages.unverifiedEmail)
      return data.email
    },
  }
}
