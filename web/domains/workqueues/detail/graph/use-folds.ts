import { useMemo, useState } from 'react'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import type { Fold } from '#web/graph/fold.ts'
import { worstStatus } from '#web/graph/heat.ts'
import type { WorkqueueDetail } from '../operations.ts'

type Tasks = WorkqueueDetail['tasks']

/** The fan-out whose tasks are listed: that of the selected task, the one chosen last, or the worst. */
export function useInspectedFold(folds: readonly Fold[], tasks: Tasks, selected: string | null) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [followed, setFollowed] = useState(selected)
  if (selected !== followed) {
    setFollowed(selected)
    if (folds.some(({ taskIds }) => selected !== null && taskIds.includes(selected))) setChosen(null)
  }
  const worst = useMemo(() => {
    const marks = new Map(tasks.map((task) => [task.id, markOfTask(task)]))
    const marksOf = ({ taskIds }: Fold) => worstStatus(taskIds.map((id) => marks.get(id) ?? ''))
    const most = worstStatus(folds.map(marksOf))
    return folds.find((fold) => marksOf(fold) === most) ?? null
  }, [folds, tasks])
  const inspected =
    folds.find(({ id }) => id === chosen) ??
    folds.find(({ taskIds }) => selected !== null && taskIds.includes(selected)) ??
    worst
  return [inspected, setChosen] as const
}
