import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { receipt, type Receipt } from '#shared/bulk/contract.ts'
import {
  backfillBody,
  backfillPreview,
  occurrence,
  occurrenceFilters,
  pauseBody,
  schedule,
  scheduleBody,
  scheduleFilters,
  schedulePage,
  schedulePatch,
  schedulePreview,
  schedulePreviewBody,
  type SchedulePreview,
} from '#shared/domains/schedules/contract.ts'
import { scheduleFaults } from '#shared/domains/schedules/messages.ts'
import { workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import { isUnderWay } from '#server/platform/bulk/routes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { cronText, nextTimes, patternFault } from '#server/platform/schedules/calendar.ts'
import { clockChanges } from '#server/platform/schedules/clock-changes.ts'
import type { createBackfill } from './backfill.ts'
import type { ScheduleControl } from './control.ts'
import { listOccurrences, occurrenceSortKeys, type OccurrenceFilters } from './occurrences.ts'
import { scheduleSortKeys, type ScheduleFilters, type ScheduleStore } from './store.ts'

export interface ScheduleRouteDeps {
  db: Kysely<Database>
  store: ScheduleStore
  control: ScheduleControl
  backfill: ReturnType<typeof createBackfill>
  findReceipt(accountId: string, id: string): Promise<Receipt | null>
  /** Occurrences were added, or a schedule was changed. */
  soon(): void
  clock: Clock
}

const feature = 'schedules'
const reading = { platformAccess: 'account', feature } as const
const changing = (action: string) => ({ ...accountChange(action, 'schedule'), feature }) as const
const one = { body: schedule }

/** Runs of plans at set times. */
export async function scheduleRoutes(app: FastifyInstance, deps: ScheduleRouteDeps): Promise<void> {
  const { db, store, soon, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const list = {
    querystring: listQuery(scheduleFilters, scheduleSortKeys),
    summary: 'List the schedules',
    answer: { body: schedulePage },
  }
  api.get('/schedules', { config: reading, schema: list }, async (request) => {
    const accountId = accountIdOf(request)
    const { page, pagesize, sort, ...filters } = request.query as ScheduleFilters &
      PageRequest<(typeof scheduleSortKeys)[number]>
    await requireOwn(db, accountId, 'apps', filters.appId)
    await requireOwn(db, accountId, 'plans', filters.planId)
    return store.list(accountId, filters, { page, pagesize, ...(sort ? { sort } : {}) })
  })

  const get = { params: idParams, summary: 'Get one schedule', answer: one }
  api.get('/schedules/:id', { config: reading, schema: get }, async (request) => {
    const found = await store.find(accountIdOf(request), request.params.id)
    if (!found) throw notFound('schedules')
    return found
  })

  const create = { body: scheduleBody, summary: 'Make a schedule', answer: { status: 201, ...one } }
  api.post('/schedules', { config: changing('create'), schema: create }, async (request, reply) => {
    const made = await store.create(accountIdOf(request), authorOf(request, clock), request.body)
    soon()
    return reply.code(201).send(made)
  })

  const update = { params: idParams, body: schedulePatch, summary: 'Change a schedule', answer: one }
  api.put('/schedules/:id', { config: changing('update'), schema: update }, async (request) => {
    const changed = await store.change(
      accountIdOf(request),
      authorOf(request, clock),
      request.params.id,
      request.body,
    )
    soon()
    return changed
  })

  const remove = { params: idParams, summary: 'Delete a schedule; its runs stay' }
  api.delete('/schedules/:id', { config: changing('delete'), schema: remove }, async (request, reply) => {
    await store.remove(accountIdOf(request), authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })

  const previewed = {
    body: schedulePreviewBody,
    summary: 'The next times of a cron expression',
    answer: { body: schedulePreview },
  }
  api.post('/schedules/preview', { config: reading, schema: previewed }, (request) =>
    previewOf(request.body, clock.now()),
  )

  controlRoutes(app, deps)
}

function previewOf(
  { from, count, ...pattern }: z.output<typeof schedulePreviewBody>,
  now: number,
): SchedulePreview {
  const after = from === undefined ? now : Date.parse(from)
  const fault = patternFault(pattern)
  if (fault) throw faultOf(fault.field, fault.message)
  const times = nextTimes(pattern, after, count)
  if (times.length === 0) throw faultOf('from', scheduleFaults.afterCalendar)
  return {
    data: times.map((at) => new Date(at).toISOString()),
    words: cronText(pattern.cron),
    clockChanges: clockChanges(pattern, now),
  }
}

/** What is done with a schedule, and what has become of its times. */
function controlRoutes(app: FastifyInstance, deps: ScheduleRouteDeps): void {
  const { db, control, backfill, findReceipt, soon, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const times = {
    params: idParams,
    querystring: listQuery(occurrenceFilters, occurrenceSortKeys),
    summary: 'List the times of a schedule and what became of them',
    answer: { body: pageSchema(occurrence) },
  }
  api.get('/schedules/:id/occurrences', { config: reading, schema: times }, (request) => {
    const { page, pagesize, sort, ...filters } = request.query as OccurrenceFilters & PageRequest<'at'>
    const wanted = { page, pagesize, ...(sort ? { sort } : {}) }
    return listOccurrences(db, accountIdOf(request), request.params.id, filters, wanted)
  })

  const pause = { params: idParams, body: pauseBody, summary: 'Pause a schedule', answer: one }
  api.post('/schedules/:id/pause', { config: changing('pause'), schema: pause }, (request) =>
    control.pause(accountIdOf(request), authorOf(request, clock), request.params.id, request.body.reason),
  )

  const resume = { params: idParams, body: noFields, summary: 'Resume a paused schedule', answer: one }
  api.post('/schedules/:id/resume', { config: changing('resume'), schema: resume }, (request) =>
    control.resume(accountIdOf(request), authorOf(request, clock), request.params.id),
  )

  const trigger = {
    params: idParams,
    body: noFields,
    summary: 'Start a run of a schedule now',
    answer: { body: workqueue },
  }
  api.post('/schedules/:id/trigger', { config: changing('trigger'), schema: trigger }, (request) =>
    control.trigger(accountIdOf(request), authorOf(request, clock), request.params.id),
  )

  const begin = {
    params: idParams,
    body: backfillBody,
    summary: 'Start the times of a span that have no run',
    answer: { body: z.union([receipt, backfillPreview]) },
  }
  api.post(
    '/schedules/:id/backfill',
    { config: changing('backfill'), schema: begin },
    async (request, reply) => {
      const accountId = accountIdOf(request)
      const { id } = request.params
      if (request.body.dryRun) return backfill.preview(accountId, id, request.body)
      const receiptId = await backfill.begin(accountId, authorOf(request, clock), id, request.body)
      soon()
      const begun = await findReceipt(accountId, receiptId)
      if (!begun) throw notFound('receipts')
      return reply.code(isUnderWay(begun) ? 202 : 200).send(begun)
    },
  )
}
