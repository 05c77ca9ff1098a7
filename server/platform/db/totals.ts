import { type CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Up to so many rows, each call counts them. */
const COUNTED_ALWAYS = 1000
/**
 * Counts of more rows are cached for this long, and counted again in the background once they are older than the second.
 */
const SERVES_MS = 60_000
const RENEWED_AFTER_MS = 5000
/** Number of cached counts. */
const MAX_COUNTS = 1000

/** A row of counts. */
interface Counted {
  count: number
}

interface Remembered {
  rows: readonly Counted[]
  at: number
  renewing: boolean
}

const remembered = new WeakMap<Kysely<Database>, Map<string, Remembered>>()

/**
 * The rows of a statement that counts, one or one for each group. Counting a million rows costs a hundred times as much as
 * reading a page of them, so counts of more than 1,000 rows together may be some seconds old; others are exact.
 */
export async function readCounted<Row extends Counted>(
  db: Kysely<Database>,
  counting: CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const key = JSON.stringify([counting.sql, counting.parameters])
  return countedOf(db, key, async () => (await db.executeQuery(counting)).rows)
}

/** The same with the statement as `count`, and `key` that identifies it. */
export async function countedOf<Row extends Counted>(
  db: Kysely<Database>,
  key: string,
  count: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const counts = countsOf(db)
  const known = counts.get(key)
  const age = known ? performance.now() - known.at : Infinity

  async function renew(): Promise<readonly Row[]> {
    const [at, rows] = [performance.now(), await count()]
    counts.delete(key)
    const sum = rows.reduce((total, row) => total + row.count, 0)
    if (sum > COUNTED_ALWAYS) counts.set(key, { rows, at, renewing: false })
    if (counts.size > MAX_COUNTS) counts.delete(counts.keys().next().value ?? '')
    return rows
  }

  if (!known || age > SERVES_MS) return renew()
  if (age > RENEWED_AFTER_MS && !known.renewing) {
    known.renewing = true
    // The page has the same error and reports it.
    renew().catch(() => (known.renewing = false))
  }
  return known.rows as readonly Row[]
}

function countsOf(db: Kysely<Database>): Map<string, Remembered> {
  const counts = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, counts)
  return counts
}
