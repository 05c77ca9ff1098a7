/** Namespaces of the task types that the platform executes; no team's worker can use them. */
export const reservedNamespaces: readonly string[] = ['workforce', 'script']

/** Lifetime of a private key, in days. */
export const PRIVATE_KEY_LIFE_DAYS = 365

/** Milliseconds of a day in the display of days left. */
export const DAY_MS = 86_400_000

/** The last part of a worker's type: letters and digits of the name in lower case. */
export const typeWord = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

/** The type of a worker's tasks; null when the name has no letter or digit. */
export function workerType(namespace: string, name: string): string | null {
  const word = typeWord(name)
  return word && namespace ? `task.${namespace}.${word}` : null
}

/** Days until a key expires, rounded up; negative once it has expired. */
export function daysLeft(expiresAt: string, now: number): number {
  return Math.ceil((Date.parse(expiresAt) - now) / DAY_MS)
}

/** Title of a worker's page. */
export function workerTitle({ name, status }: { name: string; status: string }): string {
  return status === 'deleted' ? `${name} [deleted]` : name
}

/** Whole days since a worker was deleted; 0 on the first day. */
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
