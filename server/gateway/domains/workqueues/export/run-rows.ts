import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { RunColumn } from '#shared/domains/workqueues/list-columns.ts'
import { whyOfRun } from '#server/gateway/graphql/why.ts'
import { asNumber, asText, isWire, wireId, type Wire } from '#server/gateway/lib/wire.ts'

type Cell = string | number | null

/** The cells of a run. What a platform does not answer is empty; moments are ISO strings, durations whole seconds. */
export const runCells = (run: Wire<Workqueue>, columns: readonly RunColumn[]): Cell[] =>
  columns.map((column) => cellOf[column](run))

const text = (key: keyof Workqueue) => (run: Wire<Workqueue>) => asText(run[key])
const part = (key: keyof Workqueue, inner: string) => (run: Wire<Workqueue>) => {
  const value = run[key]
  return isWire(value) ? asText(value[inner]) : null
}

const cellOf: Record<RunColumn, (run: Wire<Workqueue>) => Cell> = {
  id: wireId,
  name: text('name'),
  description: text('description'),
  status: text('status'),
  created: text('created'),
  started: text('started'),
  ended: text('ended'),
  by: text('createdBy'),
  plan: text('planId'),
  note: part('note', 'text'),
  cause: (run) => {
    const why = whyOfRun(run)
    return isWire(why) ? asText(why['text']) : null
  },
  restarts: (run) => asNumber(run['restarts']),
  tags: ({ tags }) => (Array.isArray(tags) ? tags.join(', ') : null),
  inputs: ({ inputs }) =>
    isWire(inputs)
      ? Object.entries(inputs)
          .map(([key, value]) => `${key}=${String(value)}`)
          .join(' ')
      : null,
  tasks: ({ taskCounts }) =>
    isWire(taskCounts)
      ? Object.entries(taskCounts)
          .filter(([, count]) => Number(count) > 0)
          .map(([status, count]) => `${String(count)} ${status}`)
          .join(', ')
      : null,
  duration: (run) => {
    const active = asNumber(run['activeMs'])
    const [started, ended] = [asText(run['started']), asText(run['ended'])]
    const ms = active ?? (started && ended ? Date.parse(ended) - Date.parse(started) : null)
    return ms === null || Number.isNaN(ms) ? null : Math.round(ms / 1000)
  },
}
