import { cpus } from 'node:os'
import { figure, median, table } from '../table.ts'
import { platformMicros, type Driven } from './drive.ts'

/** What one measurement has found; `removed`: old runs a second, of ten tasks each. */
export type Found = Driven & { removed: number }

export const names = {
  onePinned: 'one platform, database on a core of its own',
  twoPinned: 'two platforms, database on a core of its own',
  one: 'one platform, any core',
  two: 'two platforms, any core',
  removing: 'two platforms, any core, old rows are removed',
  quiet: 'two platforms at a third of their rate',
  quietRemoving: 'the same, old rows are removed',
}

/** A section of Markdown. */
export function report(
  results: ReadonlyMap<string, readonly Found[]>,
  size: { rounds: number; seconds: number },
): string {
  const rows = [...results].map(([name, found]) => {
    const rates = found.map(({ rate }) => rate)
    const middle = (of: (one: Found) => number) => figure(median(found.map(of)))
    return [
      name,
      middle(({ rate }) => rate),
      `${figure(Math.min(...rates))}..${figure(Math.max(...rates))}`,
      // Microseconds of a task are milliseconds of a thousand.
      middle((one) => one.database / 1000),
      middle((one) => platformMicros(one) / 1000),
      middle((one) => one.waitP50),
      middle((one) => one.waitP99),
      middle((one) => one.removed * ROWS_OF_RUN),
    ]
  })
  const head = [
    'what runs',
    'tasks/s',
    'min..max',
    'database, s of 1,000 tasks',
    'platforms, s of 1,000 tasks',
    'hand-out p50 ms',
    'p99 ms',
    'old rows/s',
  ]
  const compared = [
    ratio(results, names.twoPinned, names.onePinned, 'rate'),
    ratio(results, names.two, names.one, 'rate'),
    ratio(results, names.removing, names.two, 'rate'),
    ratio(results, names.quietRemoving, names.quiet, 'waitP99'),
  ]
  return [
    '## Platforms: two on one PostgreSQL compared with one, and the removal of old rows meanwhile',
    '',
    `Starts of runs, hand-outs and reports (batches) through the HTTP interface of the platforms. Median of ${size.rounds} rounds of ${size.seconds} s, order reversed every other round;`,
    `processor-seconds are of 1,000 tasks. ${cpus().length} cores; the driving program shares them. Hand-out: from queued to the worker, which at saturation is the backlog.`,
    '',
    table(head, rows),
    '',
    table(['ratio, pairs of one round', 'median', 'min..max'], compared),
  ].join('\n')
}

/** A run and its ten tasks. */
const ROWS_OF_RUN = 11

/** Of the two in the same round, since other load of the machine meets both. */
function ratio(
  results: ReadonlyMap<string, readonly Found[]>,
  one: string,
  other: string,
  key: 'rate' | 'waitP99',
): string[] {
  const ratios = (results.get(one) ?? []).map((found, round) => found[key] / results.get(other)![round]![key])
  const what = key === 'rate' ? 'tasks/s' : 'hand-out p99'
  return [
    `${what}: ${one} / ${other}`,
    `${figure(median(ratios))}x`,
    `${figure(Math.min(...ratios))}..${figure(Math.max(...ratios))}x`,
  ]
}
