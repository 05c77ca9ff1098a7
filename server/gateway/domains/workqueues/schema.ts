import './bulk-schema.ts'
import './stats-schema.ts'
import { taskOfRun, type TaskOfRunRef } from '#shared/domains/tasks/attempts-contract.ts'
import { childCounts, planOfRun, workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { note, type Note } from '#shared/lib/note.ts'
import { builder, TaskRef, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs } from '#server/gateway/graphql/page.ts'
import { tasksOfRun, whyOfRun, WhyRef } from '#server/gateway/graphql/why.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import {
  checkSelected,
  cancelWorkqueues,
  getWorkqueue,
  listWorkqueues,
  noteWorkqueue,
  supported,
  startPlan,
  startWorkqueue,
  type CancelResult,
  type WorkqueuePage,
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
const NoteRef = builder.objectRef<Wire<Note>>('Note').implement({
  description: 'What a person has noted, as plain text.',
  fields: (t) => contractFields(t, note),
})
const apart = { tasks: true, parent: true, children: true, plan: true, note: true, why: true } as const

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
    note: t.field({
      type: NoteRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.note) ? read.object('note')(entity) : null),
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

const WorkqueuePageRef = builder.objectRef<WorkqueuePage>('WorkqueuePage').implement({
  fields: (t) => ({
    rows: t.field({ type: [WorkqueueRef], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
    more: t.boolean({
      nullable: true,
      description: 'With a search: whether there are more than `total` rows, which are not counted.',
      resolve: (page) => page.more,
    }),
  }),
})

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
    type: WorkqueuePageRef,
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
      stuck: t.arg.boolean({
        description:
          'Only runs that are late, or that wait for a queue which is not polled or takes nothing; without the feature `attention` all.',
      }),
      search: t.arg.string({
        description:
          'Words and terms, all of which a run passes; a wrong term is refused by name. Without the feature `search` all. ' +
          'With `root` only runs that no task has started are searched: a list that shows hits among children asks without it. ' +
          'A live list does not judge new rows by a search: it asks for its rows (`workqueueIds`) and reads again.',
      }),
    },
    resolve: async (_root, query, { call, capabilities }) => {
      const asksMore = query.root || query.parentId || query.search || query.stuck
      const known = asksMore ? await capabilities() : null
      return listWorkqueues(call, supported(query, known?.features ?? []))
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
  noteWorkqueue: t.field({
    description: 'Writes the note of a run; an empty text removes it. With the feature `notes`.',
    type: WorkqueueRef,
    args: { id: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    resolve: (_root, { id, text }, { call }) => noteWorkqueue(call, id, text),
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
