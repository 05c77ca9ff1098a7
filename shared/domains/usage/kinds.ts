/** What can be asked for what uses it. */
export const usedKinds = [
  'plan',
  'worker',
  'alias',
  'script',
  'cluster',
  'deployment',
  'variable',
  'token',
  'privateKey',
] as const
export type UsedKind = (typeof usedKinds)[number]

/** What uses it: the work that is under way first, then what would start more of it. */
export const useKinds = [
  'task',
  'waiting',
  'run',
  'schedule',
  'hook',
  'poller',
  'deployment',
  'plan',
  'key',
] as const
export type UseKind = (typeof useKinds)[number]

/** How far the uses of one kind are counted; beyond that the answer says that there are more. */
export const MAX_USES = 1000

/** Uses of one kind that are named. */
export const NAMED_USES = 3
