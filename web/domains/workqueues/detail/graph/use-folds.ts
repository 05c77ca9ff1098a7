import { useMemo } from 'react'
import { fanOutsOf } from '#shared/domains/tasks/fan-out.ts'
import type { Fold } from '#web/graph/fold.ts'
import type { WorkqueueDetail } from '../operations.ts'

const none: readonly Fold[] = []

/** The fan-outs of a run that are shown as one node; the same while no task comes or goes. */
export function useFolds(tasks: WorkqueueDetail['tasks'], folded: boolean): readonly Fold[] {
  const shape = useMemo(
    () =>
      tasks.map(({ id, name, alias, depends }) => `${id} ${name} ${alias} ${depends.join(' ')}`).join('\n'),
    [tasks],
  )
  return useMemo(
    () =>
      folded
        ? fanOutsOf(tasks).map(({ key, name, taskIds }) => ({ id: `fold ${key}`, name, taskIds }))
        : none,
    // oxlint-disable-next-line react/exhaustive-deps -- tasks by their shape, see above
    [shape, folded],
  )
}
