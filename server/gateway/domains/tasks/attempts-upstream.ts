import { entityOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import type { RunAttempt, TaskAttempt, TaskPayload } from '#shared/domains/tasks/attempts-contract.ts'

/** Every attempt of a task, oldest first. */
export async function readTaskAttempts(call: Call, taskId: string): Promise<Wire<TaskAttempt>[]> {
  return rowsOf<TaskAttempt>(await call({ method: 'GET', path: apiPath`tasks/${taskId}/attempts` }))
}

/** Attempts of all tasks of a run that another one has followed, oldest first. */
export async function readRunAttempts(call: Call, workqueueId: string): Promise<Wire<RunAttempt>[]> {
  return rowsOf<RunAttempt>(await call({ method: 'GET', path: apiPath`workqueues/${workqueueId}/attempts` }))
}

/** The inputs and the result of an attempt; without a number of the latest one. */
export async function readTaskPayload(
  call: Call,
  taskId: string,
  attempt?: number,
): Promise<Wire<TaskPayload>> {
  return entityOf(await call({ method: 'GET', path: apiPath`tasks/${taskId}/payload`, query: { attempt } }))
}
