import { partsOfAction } from '#shared/domains/activity/words.ts'
import type { ActivityRow } from '#web/lib/activity-operations.ts'

/** At most so much time is between two neighbours of a fold, in milliseconds. */
const GAP_MS = 120_000
/** Two records in place of one line and its button would save no room. */
const LEAST = 3

/** A line of the list: the newest record of a fold has the others. */
export type ActivityLine = ActivityRow & { others: readonly ActivityRow[]; open: boolean }

/**
 * The lines of a page, newest first: at least three records in a row that say the same of one actor are one line, which opens.
 * An open one is followed by its others. A fold is open if any of its records was opened: new records come before the others.
 */
export function foldActs(rows: readonly ActivityRow[], opened: ReadonlySet<string>): ActivityLine[] {
  return runsOf(rows).flatMap(([first, ...others]) => {
    if (others.length + 1 < LEAST) return [first, ...others].map(plainLine)
    const open = [first, ...others].some(({ id }) => opened.has(id))
    return [{ ...first, others, open }, ...(open ? others.map(plainLine) : [])]
  })
}

type Run = [ActivityRow, ...ActivityRow[]]

function runsOf(rows: readonly ActivityRow[]): Run[] {
  const runs: Run[] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && isRepeated(before, row)) run.push(row)
    else runs.push([row])
  }
  return runs
}

/** A receipt is one line for many already, with a result of its own. */
const isRepeated = (newer: ActivityRow, older: ActivityRow) =>
  partsOfAction(newer.action).kind !== 'receipt' &&
  newer.actor === older.actor &&
  newer.action === older.action &&
  newer.result === older.result &&
  newer.reason === older.reason &&
  newer.source === older.source &&
  Math.abs(timeOf(newer) - timeOf(older)) <= GAP_MS

/** A record without its time is never folded. */
const timeOf = ({ at }: ActivityRow) => (at === null ? Number.NaN : Date.parse(at))

const plainLine = (row: ActivityRow): ActivityLine => ({ ...row, others: [], open: false })
