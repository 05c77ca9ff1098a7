import type { ResultOf } from '#web/lib/graphql.ts'
import type { RowSelection } from '#web/ui/table/column.ts'
import type { taskListRow } from '../list-operations.ts'

export type TaskListRow = ResultOf<typeof taskListRow>

/** What is known of a task that is chosen in a list. */
export type ChosenTask = Pick<
  TaskListRow,
  | 'id'
  | 'workqueueId'
  | 'workqueueName'
  | 'workqueueStatus'
  | 'name'
  | 'type'
  | 'alias'
  | 'status'
  | 'queued'
  | 'ended'
  | 'attempt'
  | 'version'
  | 'reason'
>

/** Most tasks that are chosen at once; a search finds no more. */
export const MOST_CHOSEN = 1000

export interface ChosenTasks {
  tasks: readonly ChosenTask[]
  selection: RowSelection
  /** The offer to choose tasks of all pages; null where there is nothing more to choose. */
  offered: string | null
  choosing: boolean
  chooseAll(): void
  clear(): void
}
