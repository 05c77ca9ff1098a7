import './bulk-schema.ts'
import './stats-schema.ts'
import { taskOfRun, type TaskOfRunRef } from '#shared/domains/tasks/attempts-contract.ts'
import { childCounts, planOfRun, workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { builder, TaskRef, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { tasksOfRun, whyOfRun, WhyRef } from '#server/gateway/graphql/why.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
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

const ParentTask = builder.objectRef<Wire<TaskOfRunRef>>('ParentTask').implement({
  fields: (t) => contractFields(t, taskOfRun),
})
const ChildCounts = builder.objectRef<Wire<NonNullable<Workqueue['children']>>>('ChildCounts').implement({
  fields: (t) => contractFields(t, childCounts),
})
const PlanOfRun = builder.objectRef<Wire<NonNullable<Workqueue['plan']>>>('PlanOfRun').implement({
  fields: (t) => contractFields(t, planOfRun),
})
const apart = { tasks: true, parent: true, children: true, plan: true, why: true } as const

WorkqueueRef.implement({
  fields: (t) => ({
    ...contractFields(t, workqueue.omit(apart)),
    parent: t.field({
      type: ParentTask,
      nullable: true,
      resolve: (entity) => (isWire(entity.parent) ? read.object('parent')(entity) : null),
    }),
    children: t.field({
      type: ChildCounts,
      nullable: true,
      resolve: (entity) => (isWire(entity.children) ? read.object('children')(entity) : null),
    }),
    plan: t.field({
      type: PlanOfRun,
      nullable: true,
      resolve: (entity) => (isWire(entity.plan) ? read.object('plan')(entity) : null),
    }),
    why: t.field({
      type: WhyRef,
      nullable: true,
      resolve: whyOfRun,
    }),
    appId: t.id({ resolve: (entity) => appId(entity) ?? '' }),
    rerunOf: t.id({ nullable: true, resolve: read.textOrNull('rerunOf') }),
    parentTaskId: t.id({ nullable: true, resolve: read.textOrNull('parentTaskId') }),
    created: t.field({ type: 'DateTime', resolve: read.moment('created') }),
    tasks: t.field({ type: [TaskRef], resolve: tasksOfRun }),
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
      root: t.arg.boolean({
        description: 'Only runs that no task has started; without the feature `attempts` all.',
      }),
      parentId: t.arg.id({
        description: 'The runs that the tasks of this one have started; without `attempts` all.',
      }),
    },
    resolve: async (_root, query, { call, capabilities }) => {
      const asksFamily = query.root || query.parentId
      const known = asksFamily ? await capabilities() : null
      const families = known?.features.includes('attempts') ?? false
      return listWorkqueues(call, families ? query : { ...query, root: null, parentId: null })
    },
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
