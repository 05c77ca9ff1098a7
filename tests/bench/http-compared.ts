import { figure, median, table } from './table.ts'
import type { Measured } from './wrk.ts'

/**
 * A row for each server that was measured over HTTP; the others are compared with `ours`. Ratios are medians
 * of the ratios per round, because both sides of a round ran on the machine in the same state.
 */
export function comparison(ours: string, results: ReadonlyMap<string, Measured[]>): string {
  const of = (name: string) => results.get(name) ?? []
  const ratio = (name: string, read: (result: Measured) => number) => {
    const each = of(ours).flatMap((mine, round) => {
      const theirs = of(name)[round]
      return theirs ? [read(mine) / read(theirs)] : []
    })
    return `${figure(median(each))}x`
  }
  const middle = (name: string, read: (result: Measured) => number) => figure(median(of(name).map(read)))
  const rows = [...results.keys()].map((name) => {
    const rates = of(name).map(({ perSecond }) => perSecond)
    return [
      name,
      figure(median(rates)),
      `${figure(Math.min(...rates))}..${figure(Math.max(...rates))}`,
      ratio(name, ({ perSecond }) => perSecond),
      middle(name, ({ cpuMicros }) => cpuMicros),
      ratio(name, ({ cpuMicros }) => cpuMicros),
      middle(name, ({ p50 }) => p50),
      middle(name, ({ p99 }) => p99),
      of(name).reduce((sum, { bad }) => sum + bad, 0),
    ]
  })
  const head = ['server', 'requests/s', 'min..max', 'ours / it', 'CPU us a request', 'ours / its']
  return table([...head, 'p50 ms', 'p99 ms', 'bad'], rows)
}
