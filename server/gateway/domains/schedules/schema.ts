import { builder } from '#server/gateway/graphql/builder.ts'
import { pageArgs } from '#server/gateway/graphql/page.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import {
  BackfillPreviewRef,
  OccurrencePage,
  ScheduleListRef,
  SchedulePreviewRef,
  ScheduleRef,
} from './types.ts'
import {
  backfillSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  readOccurrences,
  listSchedules,
  pauseSchedule,
  previewBackfill,
  previewSchedule,
  resumeSchedule,
  triggerSchedule,
  updateSchedule,
} from './upstream.ts'

builder.queryFields((t) => ({
  schedules: t.field({
    description: 'A page of schedules, without their initial states. With the feature `schedules`.',
    type: ScheduleListRef,
    args: {
      ...pageArgs(),
      appId: t.arg.id(),
      planId: t.arg.id(),
      state: t.arg.string({ description: '`active`, `paused`, `ended`, `missed`.' }),
      search: t.arg.string(),
      createdBy: t.arg.string(),
    },
    resolve: (_root, query, { call }) => listSchedules(call, query),
  }),
  schedule: t.field({
    type: ScheduleRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getSchedule(call, id),
  }),
  scheduleOccurrences: t.field({
    description: 'The times of a schedule that are decided, newest first.',
    type: OccurrencePage,
    args: {
      ...idArgs,
      ...pageArgs(),
      state: t.arg.string(),
      reason: t.arg.string(),
      source: t.arg.string(),
      from: t.arg({ type: 'DateTime' }),
      to: t.arg({ type: 'DateTime' }),
    },
    resolve: (_root, { id, ...query }, { call }) => readOccurrences(call, id, query),
  }),
  schedulePreview: t.field({
    description: 'The next times of a cron expression, in words too.',
    type: SchedulePreviewRef,
    args: {
      cron: t.arg.string({ required: true }),
      timeZone: t.arg.string({ required: true }),
      from: t.arg({ type: 'DateTime' }),
      count: t.arg.int(),
    },
    resolve: (_root, args, { call }) => previewSchedule(call, without(args, null)),
  }),
  backfillPreview: t.field({
    description: 'The times that a backfill would start.',
    type: BackfillPreviewRef,
    args: {
      ...idArgs,
      from: t.arg({ type: 'DateTime', required: true }),
      to: t.arg({ type: 'DateTime', required: true }),
    },
    resolve: (_root, { id, ...span }, { call }) => previewBackfill(call, id, span),
  }),
}))

const changes = builder.args((t) => ({
  timeZone: t.string(),
  initialState: t.field({ type: 'JSON', description: 'Null: that of the plan.' }),
  overlap: t.string({ description: '`skip`, `queue`, `allow`, `cancelPrevious`.' }),
  catchUp: t.string({ description: '`none`, `last`, `all`.' }),
  catchUpWindow: t.int({ description: 'Seconds.' }),
  jitterMs: t.int(),
  startAt: t.field({ type: 'DateTime' }),
  endAt: t.field({ type: 'DateTime' }),
  pauseAfterFailures: t.int(),
  priority: t.int(),
}))

builder.mutationFields((t) => ({
  createSchedule: t.field({
    type: ScheduleRef,
    args: {
      appId: t.arg.id({ required: true }),
      planId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      cron: t.arg.string({ required: true }),
      ...changes,
    },
    resolve: (_root, args, { call }) => createSchedule(call, without(args, undefined)),
  }),
  updateSchedule: t.field({
    description: 'Changes what is given; the rest stays. `version`: the one that the edit started from.',
    type: ScheduleRef,
    args: {
      ...idArgs,
      version: t.arg.int(),
      appId: t.arg.id(),
      planId: t.arg.id(),
      name: t.arg.string(),
      cron: t.arg.string(),
      ...changes,
    },
    resolve: (_root, { id, ...body }, { call }) => updateSchedule(call, id, without(body, undefined)),
  }),
  deleteSchedule: t.id({ args: idArgs, resolve: deletionResolver(deleteSchedule) }),
  pauseSchedule: t.field({
    type: ScheduleRef,
    args: { ...idArgs, reason: t.arg.string({ required: true }) },
    resolve: (_root, { id, reason }, { call }) => pauseSchedule(call, id, reason),
  }),
  resumeSchedule: t.field({
    type: ScheduleRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => resumeSchedule(call, id),
  }),
  triggerSchedule: t.id({
    description: 'Starts a run now, and answers its id.',
    args: idArgs,
    resolve: (_root, { id }, { call }) => triggerSchedule(call, id),
  }),
  backfillSchedule: t.id({
    description: 'Starts the times of a span that have no run, and answers the id of the receipt.',
    args: {
      ...idArgs,
      from: t.arg({ type: 'DateTime', required: true }),
      to: t.arg({ type: 'DateTime', required: true }),
      concurrency: t.arg.int(),
    },
    resolve: (_root, { id, from, to, concurrency }, { call }) =>
      backfillSchedule(call, id, { from, to, ...(concurrency ? { concurrency } : {}) }),
  }),
}))

/** The fields that have another value than this. */
const without = (fields: object, value: null | undefined) =>
  Object.fromEntries(Object.entries(fields).filter(([, given]) => given !== undefined && given !== value))
