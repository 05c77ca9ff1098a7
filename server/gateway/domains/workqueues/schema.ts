import './bulk-schema.ts'
import { workqueue } from '#shared/domains/workqueues/contract.ts'
import { builder, TaskRef, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import {
  checkSelected,
  cancelWorkqueues,
  getWorkqueue,
  listWorkqueues,
  startPlan,
  startWorkqueue,
  type CancelResult,
} from './upstream.ts'

const read = readers(workqueue)
const appId = read.referenceId('appId')

WorkqueueRef.implement({
  fields: (t) => ({
    ...contractFields(t, workqueue.omit({ tasks: true, updatedBy: true })),
    appId: t.id({ resolve: (entity) => appId(entity) ?? '' }),
    rerunOf: t.id({ nullable: true, resolve: read.textOrNull('rerunOf') }),
    parentTaskId: t.id({ nullable: true, resolve: read.textOrNull('parentTaskId') }),
    created: t.field({ type: 'DateTime', resolve: read.moment('created') }),
    tasks: t.field({ type: [TaskRef], resolve: read.entities('tasks') }),
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
      requestId: t.arg.string(),
    },
    resolve: (_root, { definition, ...start }, { call }) => startWorkqueue(call, start, definition),
  }),
  startPlan: t.field({
    description: 'Starts a saved plan with a changed initial state.',
    type: WorkqueueRef,
    args: {
      appId: t.arg.id({ required: true }),
      planId: t.arg.id({ required: true }),
      initialState: t.arg({ type: 'JSON', required: true }),
      requestId: t.arg.string(),
    },
    resolve: (_root, { planId, initialState, ...start }, { call }) =>
      startPlan(call, start, planId, initialState),
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
