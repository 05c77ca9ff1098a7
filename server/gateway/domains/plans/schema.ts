import type { Json } from '#shared/lib/json.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { answeringId, idArgs } from '#server/gateway/graphql/by-id.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { WorkqueueRef } from '#server/gateway/graphql/refs.ts'
import {
  flagOrNull,
  integerOrNull,
  jsonOrNull,
  momentOrNull,
  text,
  textOrNull,
  wireId,
  type Wire,
} from '#server/gateway/lib/wire.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  getPlanRevision,
  listPlanRevisions,
  listPlans,
  runPlan,
  updatePlan,
} from './upstream.ts'

const initialState = jsonOrNull('initialState')

const PlanRef = builder.objectRef<Wire>('Plan').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    initialState: t.field({ type: 'JSON', resolve: (plan) => initialState(plan) ?? {} }),
    tasks: t.field({
      description: 'As the plan defines them.',
      type: 'JSON',
      nullable: true,
      resolve: jsonOrNull('tasks'),
    }),
    source: t.field({
      description: 'The whole plan, as the editor shows it and `updatePlan` takes it.',
      type: 'JSON',
      resolve: (plan) => plan as Json,
    }),
    sample: t.boolean({ nullable: true, resolve: flagOrNull('sample') }),
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
  }),
})

const PlanPage = pageType('PlanPage', PlanRef)

const PlanRevisionRef = builder.objectRef<Wire>('PlanRevision').implement({
  description: 'One content that a plan has had; the newest is what it is now.',
  fields: (t) => ({
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
    name: t.string({ resolve: text('name') }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
  }),
})

const PlanRevisionPage = pageType('PlanRevisionPage', PlanRevisionRef)

builder.queryFields((t) => ({
  plan: t.field({
    type: PlanRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getPlan(call, id),
  }),
  plans: t.field({
    type: PlanPage,
    args: { ...pageArgs(), appId: t.arg.id() },
    resolve: (_root, query, { call }) => listPlans(call, query),
  }),
  planRevisions: t.field({
    description: 'Newest first. Platforms that give plans no version keep none.',
    type: PlanRevisionPage,
    args: { ...idArgs, ...pageArgs() },
    resolve: (_root, { id, ...page }, { call }) => listPlanRevisions(call, id, page),
  }),
  planRevision: t.field({
    description: 'The whole plan as it was at a version.',
    type: 'JSON',
    args: { ...idArgs, version: t.arg.int({ required: true }) },
    resolve: async (_root, { id, version }, { call }) => (await getPlanRevision(call, id, version)) as Json,
  }),
}))

builder.mutationFields((t) => ({
  createPlan: t.field({
    type: PlanRef,
    args: { plan: t.arg({ type: 'JSON', required: true }) },
    resolve: (_root, { plan }, { call }) => createPlan(call, plan),
  }),
  updatePlan: t.field({
    type: PlanRef,
    args: { ...idArgs, plan: t.arg({ type: 'JSON', required: true }) },
    resolve: (_root, { id, plan }, { call }) => updatePlan(call, id, plan),
  }),
  deletePlan: t.id({ args: idArgs, resolve: answeringId(deletePlan) }),
  runPlan: t.field({
    description: 'Runs a saved plan from its own detail.',
    type: WorkqueueRef,
    args: {
      ...idArgs,
      appId: t.arg.id({ required: true }),
      initialState: t.arg({ type: 'JSON', required: true }),
    },
    resolve: (_root, { id, appId, initialState }, { call }) => runPlan(call, id, appId, initialState),
  }),
}))
