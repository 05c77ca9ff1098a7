import type { FastifyInstance } from 'fastify'
import { createHookReceiver } from '../domains/hooks/receive.ts'
import { hookRoutes } from '../domains/hooks/routes.ts'
import { createHookStore } from '../domains/hooks/store.ts'
import { createBackfill } from '../domains/schedules/backfill.ts'
import { createScheduleControl, type ScheduleControlOptions } from '../domains/schedules/control.ts'
import { scheduleRoutes, type ScheduleRouteDeps } from '../domains/schedules/routes.ts'
import { createScheduleStore, type ScheduleStoreOptions } from '../domains/schedules/store.ts'
import type { PlanLookup } from '../engine/types.ts'
import type { RouteDeps } from './deps.ts'

/** Schedules, their times and backfills. */
export async function registerSchedules(
  api: FastifyInstance,
  { db, scheduler, clock }: RouteDeps,
  found: Pick<ScheduleControlOptions, 'findPlan' | 'findRun'> &
    Pick<ScheduleStoreOptions, 'readPlan'> &
    Pick<ScheduleRouteDeps, 'findReceipt'>,
): Promise<void> {
  const { findPlan, readPlan, findRun, findReceipt } = found
  const store = createScheduleStore({ db, readPlan, clock })
  await api.register(scheduleRoutes, {
    db,
    store,
    control: createScheduleControl({ db, store, scheduler, findPlan, findRun, clock }),
    backfill: createBackfill({ db, store, clock }),
    findReceipt,
    soon: scheduler.soon,
    clock,
  })
}

/** The start addresses of plans, and the calls of their senders. */
export async function registerHooks(
  api: FastifyInstance,
  deps: RouteDeps,
  findPlan: PlanLookup,
): Promise<void> {
  const { db, seal, engine, clock, log } = deps
  await api.register(hookRoutes, {
    db,
    store: createHookStore({ db, seal, clock, mostPerMinute: deps.hookStartsPerMinute }),
    receive: createHookReceiver({ db, seal, engine, findPlan, clock, log }),
    clock,
  })
}
