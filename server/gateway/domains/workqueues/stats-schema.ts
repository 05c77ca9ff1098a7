import {
  appStats,
  planStats,
  planStatsRun,
  planTaskStats,
  usualDuration,
  type AppStats,
  type PlanStats,
  type PlanTaskStats,
  type UsualDuration,
} from '#shared/domains/workqueues/stats-contract.ts'
import type { z } from 'zod'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { readAppStats, readPlanStats } from './stats-upstream.ts'

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
const PlanTaskStatsRef = builder.objectRef<Wire<PlanTaskStats>>('PlanTaskStats').implement({
  fields: (t) => contractFields(t, planTaskStats),
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
    },
    resolve: (_root, { planId, ...query }, { call }) => readPlanStats(call, planId, query),
  }),
  appStats: t.field({
    description: 'Runs of each app, now and by hour; on a platform with the feature `stats`.',
    type: [AppStatsRef],
    args: { hours: t.arg.int() },
    resolve: (_root, { hours }, { call }) => readAppStats(call, hours ?? undefined),
  }),
}))
