import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Seal } from '../auth/seal.ts'

/** A browser has this long to sign in at the issuer; the gateway's state cookie lives as long. */
const LIFE_MS = 10 * 60_000
const place = 'oidc journey'

const journey = z.object({
  /** Where the browser goes when it is signed in, and the state that it began with. */
  back: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Ms since 1970. */
  until: z.number(),
})
export type Journey = z.infer<typeof journey>

/** What ties the issuer's answers to one sign-in: the nonce of its token, and the PKCE verifier of its code. */
export type Proof = Pick<Journey, 'nonce' | 'verifier'>

/**
 * A sign-in on its way by the issuer. It is kept nowhere: it travels, sealed, as the `state` that the issuer gives back.
 * It needs no cookie to be bound to a browser by, and through the proxy it could set none: its own way ends at a page that
 * hands the state of the beginning to the gateway, which compares it with the cookie it set there.
 */
export function createJourneys(seal: Seal, clock: Clock) {
  return {
    begin({ back, state }: Pick<Journey, 'back' | 'state'>): { sealed: string; proof: Proof } {
      const random = () => randomBytes(32).toString('base64url')
      const proof = { nonce: random(), verifier: random() }
      const text = JSON.stringify({ back, state, ...proof, until: clock.now() + LIFE_MS } satisfies Journey)
      return { sealed: seal.seal(text, place).toString('base64url'), proof }
    },

    /** Throws BAD_REQUEST for what was not sealed here or is too old. */
    resume(sealed: string): Journey {
      const opened = journey.parse(JSON.parse(opens(seal, sealed)))
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
