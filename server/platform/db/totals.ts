import { CompiledQuery, type Kysely } from 'kysely'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Database } from './database.ts'

/** Up to so many rows, each call counts them. */
const COUNTED_ALWAYS = 1000
/**
 * Counts of more rows are cached for this long, and counted again in the background once they are older than the second.
 */
const SERVES_MS = 60_000
const RENEWED_AFTER_MS = 5000
/** Counting takes at most a twentieth of the time of one connection: a slow count is cached for longer. */
const TIMES_ITS_DURATION = 20
/** Number of cached counts. */
const MAX_COUNTS = 1000

/** So long a page waits for its total. */
const WAITS_MS = 300
/** Only larger totals are estimated. */
const ESTIMATED_FROM = 100_000

/** A row of counts. */
interface Counted {
  count: number
}

interface Remembered {
  rows: readonly Counted[]
  at: number
  tookMs: number
}

interface Running {
  rows: Promise<readonly Counted[]>
  at: number
}

interface Counts {
  known: Map<string, Remembered>
  running: Map<string, Running>
}

const remembered = new WeakMap<Kysely<Database>, Counts>()

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
  const known = counts.known.get(key)
  const renew = () => runningOf(counts, key) ?? countNow(counts, key, count)
  if (!known) return (await renew()) as readonly Row[]
  const age = performance.now() - known.at
  const rest = known.tookMs * TIMES_ITS_DURATION
  if (age > Math.max(SERVES_MS, rest)) return (await renew()) as readonly Row[]
  // The page has the same error and reports it.
  if (age > Math.max(RENEWED_AFTER_MS, rest)) renew().catch(() => undefined)
  return known.rows as readonly Row[]
}

/** A count that has taken so long that another one of the same is not begun beside it. */
function runningOf({ running }: Counts, key: string): Promise<readonly Counted[]> | undefined {
  const counting = running.get(key)
  return counting && performance.now() - counting.at > WAITS_MS ? counting.rows : undefined
}

function countNow(
  { known, running }: Counts,
  key: string,
  count: () => Promise<readonly Counted[]>,
): Promise<readonly Counted[]> {
  const at = performance.now()
  const rows = count()
    .then((counted) => {
      const sum = counted.reduce((total, row) => total + row.count, 0)
      if (sum > COUNTED_ALWAYS) known.set(key, { rows: counted, at, tookMs: performance.now() - at })
      else known.delete(key)
      return counted
    })
    .finally(() => {
      if (running.get(key)?.rows === rows) running.delete(key)
    })
  running.set(key, { rows, at })
  return rows
}

function countsOf(db: Kysely<Database>): Counts {
  const counts = remembered.get(db) ?? {
    known: new BoundedMap<string, Remembered>(MAX_COUNTS),
    running: new Map(),
  }
  remembered.set(db, counts)
  return counts
}

/**
 * The total of a list. Where counting takes longer than 300 ms and the database estimates more than 100,000 rows, its
 * estimate is answered, until the count that goes on is there: a page of ten million rows would wait for it for seconds.
 */
export async function totalOf(
  db: Kysely<Database>,
  { counting, rows }: { counting: CompiledQuery<Counted>; rows: CompiledQuery },
): Promise<number> {
  const counted = readCounted(db, counting).then(([row]) => row?.count ?? 0)
  // Its error is that of the page where no call waits for it any more.
  counted.catch(() => undefined)
  const inTime = await Promise.race([counted, nothingAfter(WAITS_MS)])
  if (inTime !== null) return inTime
  const estimate = await estimateOf(db, rows)
  return estimate > ESTIMATED_FROM ? estimate : counted
}

const nothingAfter = (ms: number) =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), ms).unref()
  })

/** The rows that the planner expects. */
async function estimateOf(db: Kysely<Database>, { sql, parameters }: CompiledQuery): Promise<number> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
