import type { Cause, UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import type { WorkqueueDetail } from './operations.ts'
import type { RunRestarts } from './use-restarts.tsx'

/** What every view of a run is given: Graph, Timeline and Table show the same run, selection and moment. */
export interface RunViewProps {
  run: WorkqueueDetail
  /** In the order of the workflow; live. */
  tasks: WorkqueueDetail['tasks']
  /** By the id of the task; a task without a cause has none. */
  causes: ReadonlyMap<string, Cause>
  /** By the name of the task; empty without statistics. */
  usual: ReadonlyMap<string, UsualTask>
  expected: UsualDuration | null
  /** The task of the drawer (`?task=`). */
  selected: string | null
  onSelect(taskId: string | null): void
  /** The status whose tasks are framed or listed (`?status=`). */
  status: string | null
  /** The moment that is shown, in milliseconds since 1970 (`?at=`); null is now. */
  at: number | null
  onAt(at: number | null): void
  restarts: RunRestarts
}
