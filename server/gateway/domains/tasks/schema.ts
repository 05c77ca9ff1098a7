import './attempts-schema.ts'
import { DEFAULT_ALIAS, logEntry, task, type LogEntry } from '#shared/domains/tasks/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { id } from '#shared/lib/wire.ts'
import { builder, TaskRef } from '#server/gateway/graphql/builder.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs } from '#server/gateway/graphql/page.ts'
import { whyOfTask, WhyRef } from '#server/gateway/graphql/why.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import {
  completeTask,
  listTaskAliases,
  listTaskTypes,
  listTasks,
  restartTask,
  restartTaskFrom,
  restartTaskWithAlias,
  skipTask,
  type SearchedTaskPage,
  tasksSummary,
  workqueueLogs,
} from './upstream.ts'

const readTask = readers(task)
const alias = readTask.text('alias')

TaskRef.implement({
  fields: (t) => ({
    ...contractFields(
      t,
      task.omit({
        workQueueId: true,
        workQueueName: true,
        workQueueDescription: true,
        workQueueStatus: true,
        why: true,
      }),
    ),
    why: t.field({
      type: WhyRef,
      nullable: true,
      resolve: whyOfTask,
    }),
    workqueueId: t.id({ nullable: true, resolve: readTask.referenceId('workQueueId') }),
    workqueueName: t.string({ nullable: true, resolve: readTask.textOrNull('workQueueName') }),
    workqueueDescription: t.string({ resolve: readTask.text('workQueueDescription') }),
    workqueueStatus: t.string({ nullable: true, resolve: readTask.textOrNull('workQueueStatus') }),
    alias: t.string({ resolve: (entity) => alias(entity) || DEFAULT_ALIAS }),
  }),
})

/** Platforms spell the id of the task `taskId` or `taskid`. */
const readEntry = readers(logEntry.extend({ taskid: id.optional() }))
const taskId = readEntry.textOrNull('taskId')
const taskIdInLowerCase = readEntry.text('taskid')
const level = readEntry.text('level')

export const LogEntryRef = builder.objectRef<Wire<LogEntry>>('LogEntry').implement({
  fields: (t) => ({
    ...contractFields(t, logEntry),
    taskId: t.id({ resolve: (entry) => taskId(entry) ?? taskIdInLowerCase(entry) }),
    timestamp: t.field({ type: 'DateTime', resolve: readEntry.moment('timestamp') }),
    level: t.string({ resolve: (entry) => level(entry) || 'info' }),
  }),
})

const TaskPage = builder.objectRef<SearchedTaskPage>('TaskPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [TaskRef], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
    more: t.boolean({
      nullable: true,
      description: 'With a search: whether there are, or may be, more than `total` rows.',
      resolve: (page) => page.more,
    }),
    searchedTo: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'With a search: tasks beyond this moment of their creation were not looked at; null when that does not matter.',
      resolve: (page) => page.searchedTo,
    }),
  }),
})

builder.queryFields((t) => ({
  tasks: t.field({
    type: TaskPage,
    args: {
      ...pageArgs(),
      appId: t.arg.id(),
      type: t.arg.stringList(),
      alias: t.arg.stringList(),
      status: t.arg.stringList(),
      createdAfter: t.arg({ type: 'DateTime' }),
      createdBefore: t.arg({ type: 'DateTime' }),
      search: t.arg.string({
        description: 'Words and terms that all tasks pass; on a platform with the feature `taskSearch`.',
      }),
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
    description:
      'Types of tasks that workers of the account run and that are built in, sorted; with the feature `scripts` also those of its scripts.',
    resolve: async (_root, _args, { call, capabilities }) =>
      listTaskTypes(call, (await capabilities())?.features.includes('scripts') ?? false),
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
  restartTaskFrom: t.field({
    description:
      'Restarts a task, also one that has ended, with everything that comes after it; on a platform with the feature `control`.',
    type: TaskRef,
    args: { ...idArgs, reason: t.arg.string({ required: true }) },
    resolve: (_root, { id, reason }, { call }) => restartTaskFrom(call, id, reason),
  }),
  completeTask: t.field({
    description:
      'Ends a task that is not running, with the result that its worker would have reported; on a platform with the feature `control`.',
    type: TaskRef,
    args: { ...idArgs, reason: t.arg.string({ required: true }), outputs: t.arg({ type: 'JSON' }) },
    resolve: (_root, { id, reason, outputs }, { call }) =>
      completeTask(call, id, { reason, ...(outputs != null && { outputs: outputs as JsonObject }) }),
  }),
  skipTask: t.field({
    description: 'Skips a task that is not running; on a platform with the feature `control`.',
    type: TaskRef,
    args: { ...idArgs, reason: t.arg.string({ required: true }) },
    resolve: (_root, { id, reason }, { call }) => skipTask(call, id, reason),
  }),
  restartTaskWithAlias: t.field({
    type: TaskRef,
    args: { ...idArgs, alias: t.arg.string({ required: true }) },
    resolve: (_root, { id, alias }, { call }) => restartTaskWithAlias(call, id, alias),
  }),
}))
