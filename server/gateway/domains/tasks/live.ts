import { taskStatuses, type LogEntry, type Task } from '#shared/domains/tasks/contract.ts'
import { MAX_TASKS } from '#shared/domains/workqueues/contract.ts'
import { workqueueLogsChannel, workqueueTasksChannel } from '#shared/realtime/events.ts'
import { builder, TaskRef } from '#server/gateway/graphql/builder.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import {
  channelId,
  runByHub,
  type LiveField,
  type LiveTopic,
  type RowReader,
} from '#server/gateway/realtime/live-field.ts'
import { LogEntryRef } from './schema.ts'
import { readTasks } from './upstream.ts'

builder.subscriptionFields((t) => ({
  workqueueTasks: t.field({
    description: 'The tasks of a workqueue, each at every change.',
    type: TaskRef,
    args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    subscribe: runByHub,
    resolve: (root) => root as Wire<Task>,
  }),
  workqueueLogs: t.field({
    description: "New log entries of a workqueue's tasks.",
    type: [LogEntryRef],
    args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    subscribe: runByHub,
    resolve: (root) => root as Wire<LogEntry>[],
  }),
}))

export const taskLiveFields: readonly LiveField[] = [
  {
    name: 'workqueueTasks',
    entityPath: [],
    payload: 'row',
    filterFields: [],
    volatileFields: [],
    knownStatuses: taskStatuses,
    open: (args) => topicOf(args, workqueueTasksChannel, taskReader),
    toRoot: (_event, task) => task,
  },
  {
    name: 'workqueueLogs',
    entityPath: [],
    payload: 'entries',
    filterFields: [],
    volatileFields: [],
    knownStatuses: [],
    open: (args) => topicOf(args, workqueueLogsChannel, () => null),
    toRoot: (_event, entries) => entries,
  },
]

/** A channel below one workqueue. */
function topicOf(
  args: Readonly<Record<string, unknown>>,
  channelOf: (appId: string, id: string) => string,
  readerOf: (id: string) => RowReader | null,
): LiveTopic {
  const appId = channelId(args, 'appId')
  const id = channelId(args, 'id')
  return {
    channel: channelOf(appId, id),
    appId,
    entityPath: `workqueues/${id}`,
    createFilter: null,
    read: readerOf(id),
  }
}

/** One read of the run serves all of its tasks, because a run that starts changes many of them at once. */
function taskReader(workqueueId: string): RowReader {
  let underWay: Promise<ReadonlyMap<string, Wire>> | null = null
  return {
    read(call) {
      underWay ??= readTasks(call, workqueueId).finally(() => (underWay = null))
      return underWay
    },
    maxWaiting: MAX_TASKS,
  }
}
