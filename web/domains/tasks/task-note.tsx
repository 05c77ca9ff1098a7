import { taskDuration } from '#shared/domains/tasks/rules.ts'
import { humanDuration } from '#shared/lib/time-text.ts'
import { ElapsedTime } from './task-times.tsx'
import type { TaskDetail } from './task.ts'

type NotedTask = Pick<TaskDetail, 'status' | 'started' | 'ended' | 'attempt'>

/** The text at the end of a task's node: the number of attempts while it fails, else its duration. */
export function TaskNote({ task }: { task: NotedTask }) {
  const attempt = task.attempt ?? 0
  if (attempt > 1 && (task.status === 'retry' || task.status === 'failed')) return <>{`×${attempt}`}</>
  const duration = taskDuration(task)
  if (duration.kind === 'none') return null
  return duration.kind === 'running' ? (
    <ElapsedTime since={duration.since} />
  ) : (
    <>{humanDuration(duration.ms)}</>
  )
}
