import { useMemo } from 'react'
import { fanOutsOf, type FanOutTask } from '#shared/domains/tasks/fan-out.ts'
import type { Fold } from './fold.ts'
import { useShape } from './layout/use-shape.ts'

/** The fan-outs of a workflow, which one node can stand for; the same while no task comes or goes. */
export function useFanOuts(tasks: readonly FanOutTask[]): readonly Fold[] {
  const shape = useShape(tasks)
  return useMemo(
    () => fanOutsOf(shape).map(({ key, name, taskIds }) => ({ id: `fold ${key}`, name, taskIds })),
    [shape],
  )
}
