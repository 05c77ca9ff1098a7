/** Apart from the schemas, so that a screen that needs only the words does not fetch a validator. */
export const taskStatuses = [
  'notstarted',
  'started',
  'queued',
  'ended',
  'failed',
  'retry',
  'skipped',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Statuses that the global tasks channel reports. */
export const countedStatuses = [
  'queued',
  'started',
  'retry',
  'failed',
  'ended',
] as const satisfies TaskStatus[]

/** An event of the global tasks channel; `at` is an ISO moment. */
export interface TaskCountEventData {
  _id: string
  type: string
  alias: string
  status: (typeof countedStatuses)[number]
  appId: string
  at: string
}

/** Built-in task types (spec section 7); the engine runs them itself. */
export const builtinTypes = [
  'task.workforce.noop',
  'task.workforce.delay',
  'task.workforce.map',
  'task.workforce.plan',
] as const
export type BuiltinType = (typeof builtinTypes)[number]

export const DEFAULT_ALIAS = 'default'
