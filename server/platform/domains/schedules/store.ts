import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'
import type { z } from 'zod'
import { MAX_SCHEDULES } from '#shared/domains/schedules/constants.ts'
import {
  type Schedule,
  type ScheduleBody,
  type scheduleFilters,
  type SchedulePage,
  type SchedulePatch,
} from '#shared/domains/schedules/contract.ts'
import { scheduleFaults } from '#shared/domains/schedules/messages.ts'
import { faultsOfInitialState } from '#shared/domains/workqueues/initial-state.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf, faultsError } from '#server/lib/faults.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, orderOf, readPage, type Conditions, type PageRequest } from '#server/platform/db/listing.ts'
import { createOwnedStore, type NewValues } from '#server/platform/db/owned-store.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import type { Clock } from '#server/lib/clock.ts'
import { keyInputs } from '#server/platform/engine/key-inputs.ts'
import type { StoredPlan } from '#server/platform/engine/types.ts'
import { patternFault } from '#server/platform/schedules/calendar.ts'
import { firstTime } from '#server/platform/schedules/decide.ts'
import { decideUntil } from '#server/platform/schedules/decisions.ts'
import {
  lastColumn,
  runningColumn,
  waitingColumn,
  wireListed,
  wireSchedule,
  type ScheduleRow,
} from './wire.ts'

export type ScheduleFilters = z.output<typeof scheduleFilters>
export const scheduleSortKeys = ['created', 'updated', 'name', 'nextAt'] as const
type SortKey = (typeof scheduleSortKeys)[number]

export interface ScheduleStoreOptions {
  db: Kysely<Database>
  /** In the session of the change that needs it: one that waited for another session could wait for itself. */
  readPlan(on: Kysely<Database>, accountId: string, planId: string): Promise<StoredPlan | null>
  clock: Clock
}

export type ScheduleStore = ReturnType<typeof createScheduleStore>

/** The schedules of an account. */
export function createScheduleStore({ db, readPlan, clock }: ScheduleStoreOptions) {
  const store = createOwnedStore({
    db,
    table: 'schedules',
    sortKeys: ['created', 'updated', 'name'],
    rows: (on) =>
      on
        .selectFrom('schedules')
        .innerJoin('plans', 'plans.id', 'schedules.plan_id')
        .selectAll('schedules')
        .select([
          'plans.name as plan_name',
          lastColumn.as('last'),
          runningColumn.as('running'),
          waitingColumn.as('waiting'),
        ]),
    matching: (): Conditions => [],
    within: ({ app_id }: ScheduleRow) => app_id,
    wire: wireSchedule,
  })

  /** The columns of a schedule as a person wants it. Throws BAD_REQUEST naming the fields that are wrong. */
  async function columnsOf(on: Kysely<Database>, accountId: string, body: ScheduleBody) {
    const fault = patternFault(body)
    if (fault) throw faultOf(fault.field, fault.message)
    const [startAt, endAt] = [body.startAt, body.endAt].map((at) => (at === null ? null : new Date(at)))
    if (startAt && endAt && endAt <= startAt) throw faultOf('endAt', scheduleFaults.endBeforeStart)
    await requireOwn(on, accountId, 'apps', body.appId)
    const plan = await readPlan(on, accountId, body.planId)
    if (!plan) throw notFound('plans')
    const initialState = body.initialState ?? plan.initialState ?? {}
    const faults = faultsOfInitialState({ ...plan, initialState })
    if (faults.length > 0)
      throw faultsError(faults.map(({ path, message }) => ({ path: ['initialState', ...path], message })))
    return {
      app_id: body.appId,
      plan_id: body.planId,
      name: body.name,
      cron: body.cron.trim(),
      time_zone: body.timeZone,
      initial_state: body.initialState && JSON.stringify(body.initialState),
      inputs: JSON.stringify(keyInputs(initialState)),
      overlap: body.overlap,
      catch_up: body.catchUp,
      catch_up_window: body.catchUpWindow,
      jitter_ms: body.jitterMs,
      start_at: startAt ?? null,
      end_at: endAt ?? null,
      pause_after_failures: body.pauseAfterFailures,
      priority: body.priority,
      next_at: nextAt({ ...body, startAt: startAt?.getTime() ?? null, endAt: endAt?.getTime() ?? null }),
    }
  }

  function nextAt(timing: Parameters<typeof firstTime>[0]): Date | null {
    const first = firstTime(timing, clock.now())
    return first === null ? null : new Date(first)
  }

  return {
    findRow: store.findRow,
    find: store.find,
    remove: store.remove,
    update: store.update,

    /** A page, with counts of all schedules of the same app or plan, and the one whose time comes first. */
    async list(
      accountId: string,
      filters: ScheduleFilters,
      page: PageRequest<SortKey>,
    ): Promise<SchedulePage> {
      const { appId, planId } = filters
      const place = scopeOf(accountId, { appId, planId })
      const matching = allOf([place, ...conditionsOf(filters)])
      const rows = db
        .selectFrom('schedules')
        .innerJoin('plans', 'plans.id', 'schedules.plan_id')
        .selectAll('schedules')
        .select([
          'plans.name as plan_name',
          lastColumn.as('last'),
          runningColumn.as('running'),
          waitingColumn.as('waiting'),
        ])
        .where(matching)
      const column = (name: string) => `schedules.${name === 'nextAt' ? 'next_at' : name}`
      const [{ data, total }, counts, next] = await Promise.all([
        readPage(db, rows, orderOf(page.sort, { column }), page),
        db
          .selectFrom('schedules')
          .select([
            sql<number>`count(*)::int`.as('all'),
            sql<number>`(count(*) filter (where ${isPaused}))::int`.as('paused'),
            sql<number>`(count(*) filter (where missed_count > 0))::int`.as('missed'),
          ])
          .where(place)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('schedules')
          .select(['id', 'name', 'next_at'])
          .where(place)
          .where('next_at', 'is not', null)
          .where('paused_at', 'is', null)
          .orderBy('next_at')
          .limit(1)
          .executeTakeFirst(),
      ])
      return {
        data: data.map(wireListed),
        total,
        counts,
        next: next ? { _id: next.id, name: next.name, at: next.next_at!.toISOString() } : null,
      }
    },

    /** CONFLICT when the account has as many as it may have; NOT_FOUND for a foreign app or plan. */
    async create(accountId: string, author: Author, body: ScheduleBody): Promise<Schedule> {
      const values = await columnsOf(db, accountId, body)
      return store.create(accountId, author, async (trx) => {
        await requireRoom(trx, accountId)
        return { ...values, ...fresh }
      })
    },

    /** What is left out stays. CONFLICT when `version` is not the stored one. */
    change(
      accountId: string,
      author: Author,
      id: string,
      { version, ...patch }: SchedulePatch,
    ): Promise<Schedule> {
      const now = clock.now()
      return store.update(
        accountId,
        author,
        id,
        async (row, trx) => {
          await decideUntil(trx, row, now)
          return { ...(await columnsOf(trx, accountId, mergedBody(row, patch))), turn: row.turn + 1 }
        },
        version,
      )
    },
  }
}

/** What a new schedule has no value for. */
const fresh = {
  paused_by: null,
  paused_at: null,
  pause_reason: null,
  missed_from: null,
  missed_to: null,
  missed_instead: null,
} satisfies Partial<NewValues<'schedules'>>

/** A schedule as it would be written, with what a patch sets. */
const mergedBody = (row: ScheduleRow, patch: Omit<SchedulePatch, 'version'>): ScheduleBody => ({
  appId: row.app_id,
  planId: row.plan_id,
  name: row.name,
  cron: row.cron,
  timeZone: row.time_zone,
  initialState: row.initial_state,
  overlap: row.overlap,
  catchUp: row.catch_up,
  catchUpWindow: row.catch_up_window,
  jitterMs: row.jitter_ms,
  startAt: row.start_at?.toISOString() ?? null,
  endAt: row.end_at?.toISOString() ?? null,
  pauseAfterFailures: row.pause_after_failures,
  priority: row.priority,
  ...definedOf(patch),
})

/** Without fields that are undefined. */
const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

const isPaused = sql<SqlBool>`(paused_at is not null and next_at is not null)`

/** Which schedules a list is about, whatever else its filters say. */
const scopeOf = (accountId: string, { appId, planId }: Pick<ScheduleFilters, 'appId' | 'planId'>) =>
  allOf([
    sql<SqlBool>`schedules.account_id = ${accountId}`,
    appId !== undefined && sql<SqlBool>`schedules.app_id = ${appId}`,
    planId !== undefined && sql<SqlBool>`schedules.plan_id = ${planId}`,
  ])

const states = {
  active: sql<SqlBool>`(next_at is not null and paused_at is null)`,
  paused: isPaused,
  ended: sql<SqlBool>`next_at is null`,
  missed: sql<SqlBool>`missed_count > 0`,
} as const

function conditionsOf({ state, search, createdBy }: ScheduleFilters): Conditions {
  const words = search === undefined ? [] : search.toLowerCase().split(/\s+/).filter(Boolean)
  return [
    state !== undefined && states[state],
    createdBy !== undefined && sql<SqlBool>`schedules.created_by = ${createdBy}`,
    ...words.map(
      (word) =>
        sql<SqlBool>`position(${word} in lower(concat_ws(' ', schedules.name, plans.name, schedules.cron))) > 0`,
    ),
  ]
}

/** Two schedules that are saved at the same time count each other. */
async function requireRoom(trx: Transaction<Database>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`schedules ${accountId}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('schedules')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_SCHEDULES) throw new AppError('CONFLICT', scheduleFaults.tooMany(MAX_SCHEDULES))
}
