import { useQuery } from 'urql'
import type { JsonObject } from '#shared/lib/json.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { taskPayloadQuery } from '../operations.ts'

/** The inputs of the latest attempt of a task as they were handed out; null until they are known. */
export function useResolved(task: Pick<TaskDetail, 'id'>): JsonObject | null {
  const offered = useFeature('payloads')
  const [{ data, operation }] = useQuery({
    query: taskPayloadQuery,
    variables: { taskId: task.id },
    pause: !offered,
  })
  const isOwn = operation?.variables.taskId === task.id
  return isOwn ? ((data?.taskPayload.resolved ?? null) as JsonObject | null) : null
}
