import { OLD_DAYS, SOON_DAYS } from './kinds.ts'

const DAY_MS = 86_400_000

/** What a list says of a key. */
interface ListedKey {
  created: string | null
  expires: string | null
  lastUsed: { at: string | null } | null
  /** When another one was made in its place; null: none was. */
  replacedAt: string | null
}

/**
 * - `expired`: it is refused
 * - `soon`: it ends within two weeks
 * - `old`: it is a year old, and no other one was made in its place
 */
export type KeyAge = 'expired' | 'soon' | 'old' | 'fine'

/** How urgently a key needs another one in its place; one that has one needs nothing. */
export function keyAge({ created, expires, replacedAt }: ListedKey, now: number): KeyAge {
  const left = expires === null ? Infinity : Date.parse(expires) - now
  if (left <= 0) return 'expired'
  if (replacedAt !== null) return 'fine'
  if (left <= SOON_DAYS * DAY_MS) return 'soon'
  return created !== null && now - Date.parse(created) >= OLD_DAYS * DAY_MS ? 'old' : 'fine'
}

/** Whether a replaced key was used since it was replaced; null for one that was not replaced. */
export function isStillUsed({ lastUsed, replacedAt }: ListedKey): boolean | null {
  if (replacedAt === null) return null
  return lastUsed?.at != null && Date.parse(lastUsed.at) > Date.parse(replacedAt)
}

/** How long the old key stays valid beside the new one. */
export const overlaps = ['open', '1h', '24h', '7d'] as const
export type Overlap = (typeof overlaps)[number]

const spans: Record<Exclude<Overlap, 'open'>, number> = {
  '1h': 3_600_000,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
}

/** When the old key ends, as an ISO moment; null: when it is revoked. */
export const endOfOverlap = (overlap: Overlap, now: number): string | null =>
  overlap === 'open' ? null : new Date(now + spans[overlap]).toISOString()

/** Longest name of a key, in characters. */
export const MAX_KEY_NAME = 100

/** A name for the key that takes the place of another one: `crane-07` becomes `crane-07 (2)`, that `crane-07 (3)`. */
export function nextName(name: string): string {
  const [, base = name, number = '1'] = /^(.*) \((\d{1,6})\)$/s.exec(name) ?? []
  const ending = ` (${Number(number) + 1})`
  // A character of two units is not cut: the platform refuses halves.
  return base.slice(0, MAX_KEY_NAME - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending
}

/** What a key belongs to, as `extractorders · default`; empty when that is not known. */
export function ownerOf({
  planName,
  appName,
  workerName,
  alias,
}: Record<'planName' | 'appName' | 'workerName' | 'alias', string | null>): string {
  const owner = planName ? [planName, appName] : workerName ? [workerName, alias] : [appName]
  return owner.filter(Boolean).join(' · ')
}
