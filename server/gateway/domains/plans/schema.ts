import './health-schema.ts'
import { plan, planRevision, type Plan, type PlanRevision } from '#shared/domains/plans/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import { builder, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType, searchedPageArgs, withKnownSearch } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
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

const read = readers(plan)
const initialState = read.jsonOrNull('initialState')

const PlanRef = builder.objectRef<Wire<Plan>>('Plan').implement({
  fields: (t) => ({
    ...contractFields(
      t,
      plan.omit({
        tags: true,
        outputsDef: true,
        firstTasks: true,
        errorTasks: true,
        expectedMs: true,
        deadlineMs: true,
        onDeadline: true,
        tasks: true,
        createdBy: true,
      }),
    ),
    initialState: t.field({ type: 'JSON', resolve: (entity) => initialState(entity) ?? {} }),
    tasks: t.field({
      description: 'As the plan defines them.',
      type: 'JSON',
      nullable: true,
      resolve: read.jsonOrNull('tasks'),
    }),
    source: t.field({
      description: 'The whole plan, as the editor shows it and `updatePlan` takes it.',
      type: 'JSON',
      resolve: (entity) => entity as Json,
    }),
  }),
})

const PlanPage = pageType('PlanPage', PlanRef)

const PlanRevisionRef = builder.objectRef<Wire<PlanRevision>>('PlanRevision').implement({
  description: 'One content that a plan has had; the newest is what it is now.',
  fields: (t) => ({
    ...contractFields(t, planRevision.omit({ description: true })),
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
    args: { ...searchedPageArgs('name and description'), appId: t.arg.id() },
    resolve: async (_root, query, { call, capabilities }) =>
      listPlans(call, await withKnownSearch(query, capabilities)),
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
  deletePlan: t.id({ args: idArgs, resolve: deletionResolver(deletePlan) }),
  runPlan: t.field({
    description: 'Runs a saved plan from its own detail.',
    type: WorkqueueRef,
    args: {
      ...idArgs,
      appId: t.arg.id({ required: true }),
      initialState: t.arg({ type: 'JSON', required: true }),
      requestId: t.arg.string(),
    },
    resolve: (_root, { id, initialState, ...start }, { call }) => runPlan(call, id, start, initialState),
  }),
}))
