/** Channel of every workqueue of an app. */
export const appWorkqueuesChannel = (appId: string) => `apps.${appId}.workqueues`

/** Channel of one workqueue. */
export const workqueueChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}`

/** Channel of the tasks of one workqueue. */
export const workqueueTasksChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}.tasks`

/** Channel of the log entries of one workqueue's tasks. */
export const workqueueLogsChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}.tasks.logs`

/** Channel of what needs attention in an account. */
export const accountAttentionChannel = (accountId: string) => `accounts.${accountId}.attention`

/** Channel of what people set for the queues of an account: `{ type, alias }`. */
export const accountQueuesChannel = (accountId: string) => `accounts.${accountId}.queues`
export const isQueuesChannel = (channel: string) =>
  channel.startsWith('accounts.') && channel.endsWith('.queues')

/** Channel of the task counts of all accounts; the gateway checks the account of each event. */
export const GLOBAL_TASKS_CHANNEL = 'tasks'

/** Channel of users of whom a sign-in has ended: `{ _id }`. For gateways, which check the user's live sockets. */
export const SIGN_INS_CHANNEL = 'sign-ins'

/**
 * Events of the live channels: `save` (new), `update` (changed), `status` (status changed), `remove` (gone). Only what
 * needs attention is removed; a deleted run or task has no event.
 */
export const liveEvents = ['save', 'update', 'status', 'remove'] as const
export type LiveEvent = (typeof liveEvents)[number]

/** One message of the realtime service, as published and as received. The domains define the data. */
export interface LiveMessage<Data extends object = object> {
  channel: string
  event: LiveEvent
  data: Data
}

/** Where a live message stands in its channel. Offsets of one epoch grow by one; a new epoch starts over. */
export interface LivePosition {
  epoch: string
  offset: number
}

/**
 * `extensions` of every live message the gateway sends. With `resync`: "what you show may be out of date, read it
 * again"; with `stale`: "nothing will come for now, the realtime service is unavailable", until a resync follows.
 * Such messages have no data. A client that subscribes again sends its last position the same way.
 */
export interface LiveExtensions {
  live: LivePosition & { resync?: true; stale?: true }
}

/** A change of one row: the event and the row, whole or only the changed fields. */
export interface RowChange<Row extends object> {
  event: LiveEvent
  row: Row
}

const rank: Record<LiveEvent, number> = { update: 0, status: 1, save: 2, remove: 3 }

/**
 * Joins two changes of one row. Later fields replace earlier ones. A new row stays new, because only `save`
 * adds a row to a list; a changed status stays a `status` event, because its receivers wait for that. A removed row is
 * removed, unless it comes back. The event does not say which fields have changed: receivers compare the row with their
 * previous one.
 */
export function joinChanges<Row extends object>(
  earlier: RowChange<Row>,
  later: RowChange<Row>,
): RowChange<Row> {
  const stays = earlier.event !== 'remove' && rank[earlier.event] > rank[later.event]
  const event = stays ? earlier.event : later.event
  return { event, row: { ...earlier.row, ...later.row } }
}
