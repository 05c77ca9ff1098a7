import './bulk-schema.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { TaskRef, WorkqueueRef } from '#server/gateway/graphql/refs.ts'
import {
  jsonOrNull,
  moment,
  momentOrNull,
  referenceId,
  text,
  textOrNull,
  texts,
  wireId,
  wires,
} from '#server/gateway/lib/wire.ts'
import { checkSelected } from './selection.ts'
import {
  cancelWorkqueues,
  getWorkqueue,
  listWorkqueues,
  startPlan,
  startWorkqueue,
  type CancelResult,
} from './upstream.ts'

const appId = referenceId('appId')

WorkqueueRef.implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    appId: t.id({ resolve: (workqueue) => appId(workqueue) ?? '' }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    tags: t.stringList({ resolve: texts('tags') }),
    planId: t.id({ nullable: true, resolve: referenceId('planId') }),
    rerunOf: t.id({ nullable: true, resolve: textOrNull('rerunOf') }),
    parentTaskId: t.id({ nullable: true, resolve: textOrNull('parentTaskId') }),
    status: t.string({ resolve: text('status') }),
    created: t.field({ type: 'DateTime', resolve: moment('created') }),
    createdBy: t.string({ nullable: true, resolve: textOrNull('createdBy') }),
    started: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('started') }),
    ended: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('ended') }),
    initialState: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('initialState') }),
    state: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('state') }),
    outputsDef: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('outputsDef') }),
    firstTasks: t.stringList({ resolve: texts('firstTasks') }),
    errorTasks: t.stringList({ resolve: texts('errorTasks') }),
    tasks: t.field({ type: [TaskRef], resolve: wires('tasks') }),
  }),
})

const WorkqueuePage = pageType('WorkqueuePage', WorkqueueRef)

const WorkqueueCancel = builder.objectRef<CancelResult>('WorkqueueCancel').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    workqueue: t.field({ type: WorkqueueRef, nullable: true, resolve: (result) => result.workqueue }),
    error: t.exposeString('error', { nullable: true }),
  }),
})

builder.queryFields((t) => ({
  workqueue: t.field({
    type: WorkqueueRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { call }) => getWorkqueue(call, id),
  }),
  workqueues: t.field({
    type: WorkqueuePage,
    args: {
      appId: t.arg.id({ required: true }),
      ...pageArgs(),
      status: t.arg.stringList(),
      tags: t.arg.stringList(),
      createdAfter: t.arg({ type: 'DateTime' }),
      createdBefore: t.arg({ type: 'DateTime' }),
    },
    resolve: (_root, query, { call }) => listWorkqueues(call, query),
  }),
}))

builder.mutationFields((t) => ({
  startWorkqueue: t.field({
    description: 'Starts a definition submitted directly.',
    type: WorkqueueRef,
    args: {
      appId: t.arg.id({ required: true }),
      definition: t.arg({ type: 'JSON', required: true }),
    },
    resolve: (_root, { appId, definition }, { call }) => startWorkqueue(call, appId, definition),
  }),
  startPlan: t.field({
    description: 'Starts a saved plan with a changed initial state.',
    type: WorkqueueRef,
    args: {
      appId: t.arg.id({ required: true }),
      planId: t.arg.id({ required: true }),
      initialState: t.arg({ type: 'JSON', required: true }),
    },
    resolve: (_root, { appId, planId, initialState }, { call }) =>
      startPlan(call, appId, planId, initialState),
  }),
  cancelWorkqueues: t.field({
    description: 'Cancels each workqueue by itself; a refused one carries its message.',
    type: [WorkqueueCancel],
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_root, { ids }, { call }) => {
      checkSelected('ids', ids)
      return cancelWorkqueues(call, ids)
    },
  }),
}))
