import { useQuery } from 'urql'
import type { JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '#web/lib/features.ts'
import { taskPayloadQuery } from './attempt-operations.ts'
import type { TaskDetail } from './task.ts'

type Attempted = Pick<TaskDetail, 'id' | 'attempt' | 'queued'>

/** What an attempt was given and gave back, as far as the platform tells. */
export interface Payload {
  inputs: JsonObject | null
  outputs: JsonObject | null
}

const asObject = (value: unknown) => (value ?? null) as JsonObject | null

/** What the latest attempt of a task was given and gave back; null where the platform does not tell, and before it is read. */
export function usePayload(task: Attempted | null): Payload | null {
  const offered = useFeature('payloads')
  const id = task?.id ?? ''
  // An attempt of a task that runs again has another payload.
  const attempt = task?.attempt ?? null
  const pause = !offered || task === null || task.queued === null
  const [{ data, operation }] = useQuery({ query: taskPayloadQuery, variables: { taskId: id }, pause })
  const answer = pause || operation?.variables.taskId !== id ? undefined : data?.taskPayload
  if (!answer || (answer.attempt !== null && attempt !== null && answer.attempt < attempt)) return null
  return { inputs: asObject(answer.resolved), outputs: asObject(answer.outputs) }
}

/** The inputs that a task of two runs was handed. */
export function useHandedOut(
  row: Record<'left' | 'right', Attempted | null> | null,
): Record<'left' | 'right', JsonObject | null> {
  const left = usePayload(row?.left ?? null)
  const right = usePayload(row?.right ?? null)
  return { left: left?.inputs ?? null, right: right?.inputs ?? null }
}
