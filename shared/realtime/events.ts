import type { LogEntry, Task, TaskStatus } from '../domains/tasks/contract.ts'
import type { Workqueue } from '../domains/workqueues/contract.ts'

/** Events of every live channel: `save` (new), `update` (changed), `status` (status changed). */
export const liveEvents = ['save', 'update', 'status'] as const
export type LiveEvent = (typeof liveEvents)[number]

/** A workqueue, whole or only the changed fields. */
export type WorkqueueEventData = Partial<Workqueue> & { _id: string; appId: string }

/** A task, whole or only the changed fields. */
export type TaskEventData = Partial<Task> & { _id: string; workQueueId: string }

/** One log entry or several of one workqueue. */
export type LogEventData = LogEntry | LogEntry[]

/** Statuses that the global tasks channel speaks of. */
export const countedStatuses = [
  'queued',
  'started',
  'retry',
  'failed',
  'ended',
] as const satisfies TaskStatus[]

/** What the global tasks channel carries; `at` is an ISO moment. */
export interface TaskCountEventData {
  _id: string
  type: string
  alias: string
  status: (typeof countedStatuses)[number]
  appId: string
  at: string
}

/** One message of the realtime service, as published and as received. */
export interface LiveMessage {
  channel: string
  event: LiveEvent
  data: WorkqueueEventData | TaskEventData | LogEventData | TaskCountEventData
}
