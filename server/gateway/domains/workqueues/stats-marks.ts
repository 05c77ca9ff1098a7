import { entitiesIn, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import type { PlanStats } from '#shared/domains/workqueues/stats-contract.ts'
import { gridLetters, NO_TASK } from '#shared/domains/workqueues/statuses.ts'

const letters = new Map<string, string>(Object.entries(gridLetters))

/**
 * The statistics of a plan with the marks of all runs: a platform may tell only the status of each task by its name. An
 * unknown status is shown as that of a task that waits. Tasks without figures follow those that have some.
 */
export function withMarks(stats: Wire<PlanStats>): Wire<PlanStats> {
  const runs = entitiesIn(stats['runs'])
  if (runs.every((run) => typeof run['marks'] === 'string')) return stats
  const tasks = entitiesIn(stats['tasks'])
  const names = new Set(tasks.map((task) => String(task['name'])))
  const known = names.size
  for (const run of runs) for (const name of Object.keys(statusesOf(run))) names.add(name)
  const marksOf = (run: Wire) => {
    const statuses = statusesOf(run)
    return [...names]
      .map((name) =>
        Object.hasOwn(statuses, name) ? (letters.get(String(statuses[name])) ?? gridLetters.queued) : NO_TASK,
      )
      .join('')
  }
  return {
    ...stats,
    tasks: [...tasks, ...[...names].slice(known).map((name) => ({ name }))],
    runs: runs.map((run) => ({ ...run, marks: marksOf(run) })),
  }
}

const statusesOf = (run: Wire): Readonly<Record<string, unknown>> =>
  isWire(run['tasks']) ? run['tasks'] : {}
