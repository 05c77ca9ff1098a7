import type { WorkqueueLogs } from '#web/domains/tasks/logs/use-workqueue-logs.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import type { RunViewProps } from '../run-view.ts'
import type { RunSelection } from '../use-run-selection.ts'
import type { TaskAttempts } from './use-task-attempts.ts'

/** What the tabs of a drawer are given. */
export interface DrawerProps extends RunViewProps {
  task: TaskDetail
  selection: RunSelection
  logs: WorkqueueLogs
}

/** What a tab shows, with the attempts that several of them need. */
export interface TabProps extends DrawerProps {
  attempts: TaskAttempts
  /** Only the first lines are visible. */
  peek: boolean
}
