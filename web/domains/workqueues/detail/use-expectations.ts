import { useMemo } from 'react'
import { expectedOfRun } from '#shared/domains/tasks/why/deadline.ts'
import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { ShownPlanStats } from '../stats/use-plan-stats.ts'
import type { WorkqueueDetail } from './operations.ts'
import type { RunViewProps } from './run-view.ts'

const noUsual = new Map<string, never>()

/** How long a run and its tasks should take: what the definition expects, else what earlier runs of the plan took. */
export function useExpectations(
  { expectedMs }: Pick<WorkqueueDetail, 'expectedMs'>,
  tasks: WorkqueueDetail['tasks'],
  stats: ShownPlanStats | null,
): Pick<RunViewProps, 'usual' | 'expected'> {
  return useMemo(() => {
    const known: ReadonlyMap<string, UsualTask> = stats?.usual ?? noUsual
    const own = tasks.flatMap(({ name, expectedMs: ms }) =>
      ms === null ? [] : [[name, { medianMs: ms, p95Ms: ms }] as const],
    )
    return {
      usual: own.length === 0 ? known : new Map([...known, ...own]),
      expected: expectedOfRun({ expectedMs }, { expected: stats?.expected ?? null }),
    }
  }, [expectedMs, tasks, stats])
}
