import { DEFAULT_ALIAS } from '#shared/domains/tasks/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { idArgs } from '#server/gateway/graphql/by-id.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { TaskRef } from '#server/gateway/graphql/refs.ts'
import {
  flagOrNull,
  integerOrNull,
  jsonOrNull,
  moment,
  momentOrNull,
  numberOrNull,
  referenceId,
  text,
  textOrNull,
  texts,
  type Wire,
  wireId,
} from '#server/gateway/lib/wire.ts'
import { listTaskAliases, listTaskTypes } from './types-upstream.ts'
import { listTasks, restartTask, restartTaskWithAlias, tasksSummary, workqueueLogs } from './upstream.ts'

TaskRef.implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    workqueueId: t.id({ nullable: true, resolve: referenceId('workQueueId') }),
    workqueueDescription: t.string({ resolve: text('workQueueDescription') }),
    appId: t.id({ nullable: true, resolve: referenceId('appId') }),
    type: t.string({ resolve: text('type') }),
    alias: t.string({ resolve: (task) => text('alias')(task) || DEFAULT_ALIAS }),
    aliasType: t.string({ nullable: true, resolve: textOrNull('aliasType') }),
    version: t.string({ nullable: true, resolve: textOrNull('version') }),
    hostName: t.string({ nullable: true, resolve: textOrNull('hostName') }),
    depends: t.stringList({ resolve: texts('depends') }),
    condition: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('condition') }),
    continueOnError: t.boolean({ nullable: true, resolve: flagOrNull('continueOnError') }),
    inputs: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('inputs') }),
    outputs: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('outputs') }),
    retry: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('retry') }),
    timeoutMs: t.float({ nullable: true, resolve: numberOrNull('timeoutMs') }),
    status: t.string({ resolve: text('status') }),
    attempt: t.int({ nullable: true, resolve: integerOrNull('attempt') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    queued: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('queued') }),
    started: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('started') }),
    ended: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('ended') }),
    wait: t.float({ nullable: true, resolve: numberOrNull('wait') }),
    retryTime: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('retryTime') }),
    progress: t.float({ nullable: true, resolve: numberOrNull('progress') }),
    reason: t.string({ nullable: true, resolve: textOrNull('reason') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
  }),
})

/** Platforms spell it `taskId` or `taskid` (spec section 3). */
const taskIdOf = (entry: Wire) => textOrNull('taskId')(entry) ?? text('taskid')(entry)

export const LogEntryRef = builder.objectRef<Wire>('LogEntry').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    taskId: t.id({ resolve: taskIdOf }),
    attempt: t.int({ nullable: true, resolve: integerOrNull('attempt') }),
    timestamp: t.field({ type: 'DateTime', resolve: moment('timestamp') }),
    level: t.string({ resolve: (entry) => text('level')(entry) || 'info' }),
    message: t.string({ resolve: text('message') }),
    stacktrace: t.string({ nullable: true, resolve: textOrNull('stacktrace') }),
  }),
})

const TaskPage = pageType('TaskPage', TaskRef)

builder.queryFields((t) => ({
  tasks: t.field({
    type: TaskPage,
    args: {
      ...pageArgs(),
      appId: t.arg.id(),
      type: t.arg.stringList(),
      status: t.arg.stringList(),
      createdAfter: t.arg({ type: 'DateTime' }),
      createdBefore: t.arg({ type: 'DateTime' }),
    },
    resolve: (_root, query, { call }) => listTasks(call, query),
  }),
  tasksSummary: t.field({
    description: 'Tasks of an app that are started or queued now, or that failed inside the dates.',
    type: [TaskRef],
    args: {
      appId: t.arg.id({ required: true }),
      status: t.arg.string({ required: true }),
      startDate: t.arg({ type: 'DateTime', required: true }),
      endDate: t.arg({ type: 'DateTime', required: true }),
    },
    resolve: (_root, query, { call }) => tasksSummary(call, query),
  }),
  taskTypes: t.stringList({
    description: 'Types of tasks that workers of the account run and that are built in, sorted.',
    resolve: (_root, _args, { call }) => listTaskTypes(call),
  }),
  taskAliases: t.stringList({
    description: 'Names of the aliases that run a type of tasks.',
    args: { type: t.arg.string({ required: true }) },
    resolve: (_root, { type }, { call }) => listTaskAliases(call, type),
  }),
  workqueueLogs: t.field({
    description: "The newest log entries of a workqueue's tasks, oldest first.",
    type: [LogEntryRef],
    args: {
      workqueueId: t.arg.id({ required: true }),
      before: t.arg.id({
        description: 'Those before this entry, on platforms that answer long logs in pages.',
      }),
      limit: t.arg.int(),
    },
    resolve: (_root, { workqueueId, ...page }, { call }) => workqueueLogs(call, workqueueId, page),
  }),
}))

builder.mutationFields((t) => ({
  restartTask: t.field({
    type: TaskRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => restartTask(call, id),
  }),
  restartTaskWithAlias: t.field({
    type: TaskRef,
    args: { ...idArgs, alias: t.arg.string({ required: true }) },
    resolve: (_root, { id, alias }, { call }) => restartTaskWithAlias(call, id, alias),
  }),
}))
