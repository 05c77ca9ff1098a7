import type { Replaced } from '#shared/domains/keys/contract.ts'
import { faultOf } from '#server/lib/faults.ts'

/** What a body says of the key that a new one takes the place of; null when it names none. Throws BAD_REQUEST. */
export function replacedIn(
  { replaces, oldEnds }: { replaces?: string | undefined; oldEnds?: string | undefined },
  now: Date,
): Replaced | null {
  const ends = endIn(oldEnds, now)
  if (replaces !== undefined) return { id: replaces, ends }
  if (ends) throw faultOf('oldEnds', 'needs replaces, the key that ends')
  return null
}

/** When an old key ends; null when that is not said. Throws BAD_REQUEST for a moment that is over. */
export function endIn(oldEnds: string | undefined, now: Date): Date | null {
  if (oldEnds === undefined) return null
  const ends = new Date(oldEnds)
  if (ends <= now) throw faultOf('oldEnds', 'must be in the future')
  return ends
}
