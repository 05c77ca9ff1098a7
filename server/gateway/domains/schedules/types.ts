import {
  backfillPreview,
  occurrence,
  schedule,
  schedulePreview,
  type BackfillPreview,
  type Schedule,
  type ScheduleOccurrence,
  type SchedulePreview,
} from '#shared/domains/schedules/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageType } from '#server/gateway/graphql/page.ts'
import { readers, uncheckedReaders } from '#server/gateway/lib/readers.ts'
import { asMoment, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import type { ScheduleList } from './upstream.ts'

const read = readers(schedule)
const readOccurrence = readers(occurrence)
const run = occurrence.shape.run.unwrap()
const paused = schedule.shape.paused.unwrap()
const missed = schedule.shape.missed.unwrap()
const change = schedulePreview.shape.clockChanges.element

/** Moments of a list; what is none is dropped. */
const momentsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((at) => asMoment(at) ?? []) : []
const objectOrNull = <Value>(value: unknown) => (isWire(value) ? (value as Wire<Value>) : null)

const RunRef = builder.objectRef<Wire<NonNullable<ScheduleOccurrence['run']>>>('ScheduledRun').implement({
  fields: (t) => ({
    ...contractFields(t, run.omit({ _id: true })),
    // Not `id`: caches would keep it as an entity beside its workqueue.
    runId: t.id({ resolve: readers(run).text('_id') }),
  }),
})

const OccurrenceRef = builder.objectRef<Wire<ScheduleOccurrence>>('ScheduleOccurrence').implement({
  description: 'A time of a schedule and what became of it.',
  fields: (t) => ({
    ...contractFields(t, occurrence.omit({ run: true })),
    run: t.field({
      type: RunRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.run) ? readOccurrence.object('run')(entity) : null),
    }),
  }),
})

export const OccurrencePage = pageType('ScheduleOccurrencePage', OccurrenceRef)

const PauseRef = builder.objectRef<Wire<NonNullable<Schedule['paused']>>>('SchedulePause').implement({
  fields: (t) => contractFields(t, paused),
})

const MissedRef = builder.objectRef<Wire<NonNullable<Schedule['missed']>>>('ScheduleMissed').implement({
  fields: (t) => contractFields(t, missed),
})

export const ScheduleRef = builder.objectRef<Wire<Schedule>>('Schedule').implement({
  description: 'Runs of a plan at set times.',
  fields: (t) => ({
    ...contractFields(t, schedule.omit({ plan: true, paused: true, next: true, last: true, missed: true })),
    planName: t.string({ nullable: true, resolve: read.referenceName('plan') }),
    paused: t.field({
      type: PauseRef,
      nullable: true,
      resolve: (entity) => objectOrNull<NonNullable<Schedule['paused']>>(entity.paused),
    }),
    next: t.field({ type: ['DateTime'], resolve: (entity) => momentsIn(entity['next']) }),
    last: t.field({ type: [OccurrenceRef], resolve: read.entities('last') }),
    missed: t.field({
      type: MissedRef,
      nullable: true,
      resolve: (entity) => objectOrNull<NonNullable<Schedule['missed']>>(entity.missed),
    }),
  }),
})

const counts = ['all', 'paused', 'missed'] as const
const CountsRef = builder.objectRef<Wire>('ScheduleCounts').implement({
  description: 'Schedules of the same app or plan, whatever else the filters say.',
  fields: (t) =>
    Object.fromEntries(counts.map((name) => [name, t.int({ resolve: uncheckedReaders.count(name) })])),
})

const NextRef = builder.objectRef<Wire>('NextSchedule').implement({
  fields: (t) => ({
    scheduleId: t.id({ resolve: (entity) => String(entity['_id'] ?? '') }),
    name: t.string({ resolve: (entity) => String(entity['name'] ?? '') }),
    at: t.field({ type: 'DateTime', nullable: true, resolve: (entity) => asMoment(entity['at']) }),
  }),
})

export const ScheduleListRef = builder.objectRef<ScheduleList>('ScheduleList').implement({
  fields: (t) => ({
    rows: t.field({ type: [ScheduleRef], resolve: ({ rows }) => rows as Wire<Schedule>[] }),
    total: t.exposeInt('total'),
    counts: t.field({ type: CountsRef, resolve: (list) => list.counts }),
    next: t.field({
      description: 'The one whose time comes first.',
      type: NextRef,
      nullable: true,
      resolve: (list) => list.next,
    }),
  }),
})

const ClockChangeRef = builder
  .objectRef<Wire<SchedulePreview['clockChanges'][number]>>('ScheduleClockChange')
  .implement({ fields: (t) => contractFields(t, change) })

export const SchedulePreviewRef = builder.objectRef<Wire<SchedulePreview>>('SchedulePreview').implement({
  fields: (t) => ({
    words: t.string({ resolve: readers(schedulePreview).text('words') }),
    times: t.field({ type: ['DateTime'], resolve: (entity) => momentsIn(entity['data']) }),
    clockChanges: t.field({
      type: [ClockChangeRef],
      resolve: readers(schedulePreview).entities('clockChanges'),
    }),
  }),
})

export const BackfillPreviewRef = builder.objectRef<Wire<BackfillPreview>>('BackfillPreview').implement({
  fields: (t) => ({
    total: t.int({ resolve: readers(backfillPreview).count('total') }),
    times: t.field({ type: ['DateTime'], resolve: (entity) => momentsIn(entity['data']) }),
    started: t.field({
      description: 'Those of them that have a run, and get no second one.',
      type: ['DateTime'],
      resolve: (entity) => momentsIn(entity['started']),
    }),
  }),
})
