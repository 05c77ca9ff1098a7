import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Seal } from '../auth/seal.ts'

/**
 * A sign-in at the issuer must finish within this time, which is the validity of the gateway's state cookie.
 */
const LIFE_MS = 10 * 60_000
const place = 'oidc journey'

const pendingSignIn = z.object({
  /** Where the browser is redirected when it is signed in, and the state of its request. */
  back: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Ms since 1970. */
  until: z.number(),
})
export type PendingSignIn = z.infer<typeof pendingSignIn>

/** Binds the issuer's answers to one sign-in: the nonce of its token, and the PKCE verifier of its code. */
export type Proof = Pick<PendingSignIn, 'nonce' | 'verifier'>

/**
 * Pending sign-ins at the issuer. They are not stored: the sealed sign-in is the `state` parameter that the
 * issuer returns. No cookie binds it to a browser, because the proxy passes none; the last redirect gives the
 * original state to the gateway, which compares it with its own cookie.
 */
export function createPendingSignIns(seal: Seal, clock: Clock) {
  return {
    begin({ back, state }: Pick<PendingSignIn, 'back' | 'state'>): { sealed: string; proof: Proof } {
      const random = () => randomBytes(32).toString('base64url')
      const proof = { nonce: random(), verifier: random() }
      const text = JSON.stringify({
        back,
        state,
        ...proof,
        until: clock.now() + LIFE_MS,
      } satisfies PendingSignIn)
      return { sealed: seal.seal(text, place).toString('base64url'), proof }
    },

    /** Throws BAD_REQUEST for a state that was not sealed here or has expired. */
    resume(sealed: string): PendingSignIn {
      const opened = pendingSignIn.parse(JSON.parse(opens(seal, sealed)))
      if (opened.until <= clock.now()) throw ended()
      return opened
    },
  }
}

function opens(seal: Seal, sealed: string): string {
  try {
    return seal.open(Buffer.from(sealed, 'base64url'), place)
  } catch (error) {
    throw ended(error)
  }
}

const ended = (cause?: unknown) =>
  new AppError('BAD_REQUEST', 'This sign-in took too long or did not begin here, sign in again', { cause })
