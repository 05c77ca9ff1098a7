/** Namespace of the task types that the engine runs itself; no team's worker can take one. */
export const RESERVED_NAMESPACE = 'workforce'

/** How long a private key lives; then a new one has to be generated. */
export const PRIVATE_KEY_LIFE_DAYS = 365

/** Milliseconds of a day, as days left are counted (spec section 9). */
export const DAY_MS = 86_400_000

/** The last part of a worker's type: the name without all that is no letter or digit, in lower case. */
export const typeWord = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

/** The type of the tasks that a worker runs; null while nothing of the name is left (spec section 5). */
export function workerType(namespace: string, name: string): string | null {
  const word = typeWord(name)
  return word && namespace ? `task.${namespace}.${word}` : null
}

/** Days until a key expires, begun days counted whole (spec section 9); negative once it has. */
export function daysLeft(expiresAt: string, now: number): number {
  return Math.ceil((Date.parse(expiresAt) - now) / DAY_MS)
}

/** Title of a worker's page (spec section 2). */
export function workerTitle({ name, status }: { name: string; status: string }): string {
  return status === 'deleted' ? `${name} [deleted]` : name
}

/** Whole days since a worker was deleted; 0 on the first one (spec section 2). */
export function daysSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(moment)) / DAY_MS))
}

/** Days left in words; a key that has expired says so. */
export function daysLeftText(days: number): string {
  if (days <= 0) return 'expired'
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** `1 alias`, `2 aliases`. */
export const aliasCount = (count: number) => `${count} ${count === 1 ? 'alias' : 'aliases'}`

/** The day of a moment, given in epoch milliseconds or as ISO text, as an ISO date in UTC: `2026-03-01`. */
export function isoDate(moment: number | string): string {
  return new Date(moment).toISOString().slice(0, 10)
}
