/** Separate from the schemas, so that a screen that needs only the values does not load zod. */
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

/** Built-in task types, which the engine executes itself. */
export const builtinTypes = [
  'task.workforce.noop',
  'task.workforce.delay',
  'task.workforce.map',
  'task.workforce.plan',
] as const
export type BuiltinType = (typeof builtinTypes)[number]

/** How the types of tasks that run a script of the account begin. */
export const SCRIPT_TYPE_PREFIX = 'task.script.'

export const isScriptType = (type: string): boolean => type.startsWith(SCRIPT_TYPE_PREFIX)

/** Whether the platform executes tasks of this type itself: no worker polls for them. */
export const isPlatformType = (type: string): boolean =>
  isScriptType(type) || (builtinTypes as readonly string[]).includes(type)

export const DEFAULT_ALIAS = 'default'

/** Longest reason that a person gives for what is done to a task. */
export const MAX_CONTROL_REASON = 500

/** Detail of the audit record of a restart with what comes after the task. */
export const AND_AFTER = 'with the tasks after it'

/** Periods of the Tasks Summary, in days before today. */
export const summaryPeriods = [
  { days: 0, label: 'Today' },
  { days: 1, label: 'Last 2 Days' },
  { days: 5, label: 'Last 5 Days' },
  { days: 7, label: 'Last 7 Days' },
  { days: 10, label: 'Last 10 Days' },
] as const
export type SummaryPeriod = (typeof summaryPeriods)[number]['days']

export const DEFAULT_PERIOD: SummaryPeriod = 0

/** The tabs of the Tasks Summary in their order, each with the status that it lists. */
export const summaryTabs = [
  { tab: 'running', label: 'Running', status: 'started' },
  { tab: 'queued', label: 'Queued', status: 'queued' },
  { tab: 'failed', label: 'Failed', status: 'failed' },
] as const
export type SummaryTab = (typeof summaryTabs)[number]['tab']

export const DEFAULT_TAB: SummaryTab = 'running'

/** Codes of the causes of tasks that go on although something is wrong: too long, or in a queue that is not served. */
export const troubleCodes: readonly string[] = ['late', 'nobody', 'stalled']
