import {
  appStats,
  planGridGroup,
  planGridTask,
  planStats,
  planStatsRun,
  ranPlan,
  usualDuration,
  type AppStats,
  type PlanGridGroup,
  type PlanGridTask,
  type PlanStats,
  type RanPlan,
  type UsualDuration,
} from '#shared/domains/workqueues/stats-contract.ts'
import type { z } from 'zod'
import { builder, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { readAppStats, readLastRun, readPlanStats, readRanPlans } from './stats-upstream.ts'

type StatsRun = z.output<typeof planStatsRun>
type LastGood = NonNullable<PlanStats['lastGood']>
type PlanOfStats = PlanStats['plan']
type HourOfApp = AppStats['hours'][number]

const read = readers(planStats)

const UsualDurationRef = builder.objectRef<Wire<UsualDuration>>('UsualDuration').implement({
  fields: (t) => contractFields(t, usualDuration),
})
const PlanStatsRunRef = builder.objectRef<Wire<StatsRun>>('PlanStatsRun').implement({
  fields: (t) => contractFields(t, planStatsRun),
})
const task = readers(planGridTask)
const PlanTaskStatsRef = builder.objectRef<Wire<PlanGridTask>>('PlanTaskStats').implement({
  fields: (t) => ({
    ...contractFields(t, planGridTask.omit({ ranMs: true })),
    ranMs: t.field({ type: 'JSON', nullable: true, resolve: task.jsonOrNull('ranMs') }),
  }),
})
const group = readers(planGridGroup)
const PlanGroupStatsRef = builder.objectRef<Wire<PlanGridGroup>>('PlanGroupStats').implement({
  fields: (t) => ({
    ...contractFields(t, planGridGroup.omit({ ranMs: true })),
    ranMs: t.field({ type: 'JSON', nullable: true, resolve: group.jsonOrNull('ranMs') }),
  }),
})
const RunOutcomesRef = builder.objectRef<Wire<PlanStats['earlier']>>('RunOutcomes').implement({
  fields: (t) => contractFields(t, planStats.shape.earlier),
})
const RanPlanRef = builder.objectRef<Wire<RanPlan>>('RanPlan').implement({
  fields: (t) => contractFields(t, ranPlan),
})
const PlanOfStatsRef = builder.objectRef<Wire<PlanOfStats>>('PlanOfStats').implement({
  fields: (t) => contractFields(t, planStats.shape.plan),
})
const LastGoodRun = builder.objectRef<Wire<LastGood>>('LastGoodRun').implement({
  fields: (t) => contractFields(t, planStats.shape.lastGood.unwrap()),
})

const PlanStatsRef = builder.objectRef<Wire<PlanStats>>('PlanStats').implement({
  fields: (t) => ({
    plan: t.field({ type: PlanOfStatsRef, resolve: read.object('plan') }),
    runs: t.field({ type: [PlanStatsRunRef], resolve: read.entities('runs') }),
    tasks: t.field({ type: [PlanTaskStatsRef], resolve: read.entities('tasks') }),
    groups: t.field({ type: [PlanGroupStatsRef], resolve: read.entities('groups') }),
    earlier: t.field({
      type: RunOutcomesRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.earlier) ? read.object('earlier')(entity) : null),
    }),
    expected: t.field({
      type: UsualDurationRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.expected) ? read.object('expected')(entity) : null),
    }),
    lastGood: t.field({
      type: LastGoodRun,
      nullable: true,
      resolve: (entity) => (isWire(entity.lastGood) ? read.object('lastGood')(entity) : null),
    }),
  }),
})

const HourOfAppRef = builder.objectRef<Wire<HourOfApp>>('AppStatsHour').implement({
  fields: (t) => contractFields(t, appStats.shape.hours.element),
})
const AppStatsRef = builder.objectRef<Wire<AppStats>>('AppStats').implement({
  fields: (t) => ({
    ...contractFields(t, appStats.omit({ hours: true })),
    hours: t.field({ type: [HourOfAppRef], resolve: readers(appStats).entities('hours') }),
  }),
})

builder.queryFields((t) => ({
  planStats: t.field({
    description:
      'The latest runs of a plan, and the times of its tasks; on a platform with the feature `stats`.',
    type: PlanStatsRef,
    args: {
      planId: t.arg.id({ required: true }),
      appId: t.arg.id(),
      runs: t.arg.int(),
      before: t.arg.id({ description: 'Only runs before this one count for `lastGood`.' }),
      status: t.arg.string({ description: 'Lists only runs with this status.' }),
      tags: t.arg.stringList({ description: 'Only runs with one of these tags.' }),
    },
    resolve: (_root, { planId, ...query }, { call }) => readPlanStats(call, planId, query),
  }),
  ranPlans: t.field({
    description: 'The plans that have run in an app, the one that ran last first.',
    type: [RanPlanRef],
    args: { appId: t.arg.id({ required: true }) },
    resolve: async (_root, { appId }, { call, capabilities }) =>
      readRanPlans(call, appId, (await capabilities())?.features.includes('stats') ?? false),
  }),
  lastRun: t.field({
    description: 'The newest run of a plan in an app; on a platform with the feature `stats`.',
    type: WorkqueueRef,
    nullable: true,
    args: { appId: t.arg.id({ required: true }), planId: t.arg.id({ required: true }) },
    resolve: (_root, { appId, planId }, { call }) => readLastRun(call, appId, planId),
  }),
  appStats: t.field({
    description: 'Runs of each app, now and by hour; on a platform with the feature `stats`.',
    type: [AppStatsRef],
    args: { hours: t.arg.int() },
    resolve: (_root, { hours }, { call }) => readAppStats(call, hours ?? undefined),
  }),
}))
