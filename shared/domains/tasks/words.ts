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

/** Built-in task types (spec section 7); the engine runs them itself. */
export const builtinTypes = [
  'task.workforce.noop',
  'task.workforce.delay',
  'task.workforce.map',
  'task.workforce.plan',
] as const
export type BuiltinType = (typeof builtinTypes)[number]

export const DEFAULT_ALIAS = 'default'
