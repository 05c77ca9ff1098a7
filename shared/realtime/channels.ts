/** Names of the live channels (spec section 4, contract section 5). */

/** Every workqueue of an app. */
export const appWorkqueuesChannel = (appId: string) => `apps.${appId}.workqueues`

/** One workqueue. */
export const workqueueChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}`

/** The tasks of one workqueue. */
export const workqueueTasksChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}.tasks`

/** The log entries of the tasks of one workqueue. */
export const workqueueLogsChannel = (appId: string, workqueueId: string) =>
  `apps.${appId}.workqueues.${workqueueId}.tasks.logs`

/** Task counts of every account; the gateway decides whose each event is. */
export const GLOBAL_TASKS_CHANNEL = 'tasks'
