import type { Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Up to this total, each call counts the rows. */
const COUNTED_ALWAYS = 1000
/**
 * A larger total is cached for this long, and recounted in the background once it is older than the second.
 */
const SERVES_MS = 60_000
const RENEWED_AFTER_MS = 5000
/** Number of cached totals. */
const MAX_LISTS = 1000

interface Total {
  total: number
  at: number
  renewing: boolean
}

const remembered = new WeakMap<Kysely<Database>, Map<string, Total>>()

/**
 * The total of the list that `key` identifies. Counting a million rows costs a hundred times as much as
 * reading the page, so a large total may be some seconds old; one of up to 1,000 rows is exact.
 */
export async function totalOf(
  db: Kysely<Database>,
  key: string,
  count: () => Promise<number>,
): Promise<number> {
  const totals = totalsOf(db)
  const known = totals.get(key)
  const age = known ? performance.now() - known.at : Infinity

  async function renew(): Promise<number> {
    const [at, total] = [performance.now(), await count()]
    totals.delete(key)
    if (total > COUNTED_ALWAYS) totals.set(key, { total, at, renewing: false })
    if (totals.size > MAX_LISTS) totals.delete(totals.keys().next().value ?? '')
    return total
  }

  if (!known || age > SERVES_MS) return renew()
  if (age > RENEWED_AFTER_MS && !known.renewing) {
    known.renewing = true
    // The page has the same error and reports it.
    renew().catch(() => (known.renewing = false))
  }
  return known.total
}

function totalsOf(db: Kysely<Database>): Map<string, Total> {
  const totals = remembered.get(db) ?? new Map<string, Total>()
  remembered.set(db, totals)
  return totals
}
