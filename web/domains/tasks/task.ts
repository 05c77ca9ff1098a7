import type { ResultOf } from '#web/lib/graphql.ts'
import type { taskRow, workqueueLogsQuery } from './operations.ts'

/** A task as the detail of its run shows it. */
export type TaskDetail = ResultOf<typeof taskRow>

export type LogLine = ResultOf<typeof workqueueLogsQuery>['workqueueLogs'][number]

/** Log entries by task id, each list oldest first. */
export type EntriesByTask = ReadonlyMap<string, readonly LogLine[]>

export function groupLogs(logs: readonly LogLine[]): EntriesByTask {
  const byTask = new Map<string, LogLine[]>()
  for (const log of logs) {
    const own = byTask.get(log.taskId)
    if (own) own.push(log)
    else byTask.set(log.taskId, [log])
  }
  return byTask
}
