import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Selectable } from 'kysely'
import { HOOK_CLOCK_SECONDS } from '#shared/domains/hooks/constants.ts'
import { hookMessages } from '#shared/domains/hooks/messages.ts'
import { isSignedBy, isTimely, newWebhookKey, webhookSignatureOf } from '#server/lib/standard-webhooks.ts'
import { bearerToken } from '#server/platform/auth/caller.ts'
import { hookSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { HookTable } from '#server/platform/db/tables/hooks.ts'

/** Stands in for the secret of an address that does not exist, so that both are judged by the same work. */
const absentSecret = newWebhookKey()

/** The secrets that an address accepts now; `now` in milliseconds. Throws UNAVAILABLE when the current one does not open. */
export function secretsOf(
  seal: Seal,
  row: Pick<Selectable<HookTable>, 'id' | 'secret' | 'old_secret' | 'old_until'> | undefined,
  now: number,
): string[] {
  if (!row) return [absentSecret]
  const place = hookSecretPlace(row.id)
  const isOldValid = row.old_secret !== null && row.old_until !== null && row.old_until.getTime() > now
  const old = isOldValid ? seal.tryOpen(row.old_secret!, place) : null
  return [seal.open(row.secret, place), ...(old === null ? [] : [old])]
}

/** Why the credentials of a request are refused, in words; null: they are right. One of the two ways is enough. */
export function credentialsFault(
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
  secrets: readonly string[],
  now: number,
): string | null {
  const bearer = bearerToken(headers.authorization)
  if (bearer !== null && secrets.some((secret) => isEqual(secret, bearer))) return null
  const signature = webhookSignatureOf(headers)
  if (!signature) return bearer === null ? hookMessages.noCredentials : hookMessages.wrongSecret
  if (!isSignedBy(signature, body, secrets)) return hookMessages.wrongSignature
  if (!isTimely(signature.timestamp, now, HOOK_CLOCK_SECONDS))
    return hookMessages.wrongClock(HOOK_CLOCK_SECONDS)
  return null
}

/** In a time that tells nothing about where texts differ. */
const isEqual = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other))
const digestOf = (text: string) => createHash('sha256').update(text).digest()
