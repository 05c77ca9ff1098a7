import type { Kysely } from 'kysely'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import type { WriteObserver } from '../engine/types.ts'
import { readMoves } from '../queues/moves.ts'
import { readMeasured, type Figures } from './figures.ts'

/** Seconds: a hand-out, or how late a run starts. */
const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400]
/** A scrape soon after another one gets the same figures of the database. */
const FRESH_MS = 10_000

export interface PlatformMetrics {
  observer: WriteObserver
  /** A call of the queue service was made. */
  serviceCalled(call: string, result: string): void
  /** A delivery of an alert was tried. */
  delivered(kind: string, result: string): void
  /** Commits were published in the repository of deployments, refused, or it could not be reached. */
  pushed(result: string, count: number): void
  registry: Registry
  /** In the text format of Prometheus. */
  collect(): Promise<string>
}

/**
 * What this process has done since it started, to be summed over the processes of the platform, and what the database
 * has now, which all of them tell alike. Labels are bounded: statuses, kinds, and the largest queues.
 */
export function createPlatformMetrics(db: Kysely<Database>, clock: Clock): PlatformMetrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })

  const started = counter('platform_runs_started_total', 'Started runs.')
  const ended = counter('platform_runs_ended_total', 'Runs that have ended, by status.', 'status')
  const attempts = counter('platform_attempts_ended_total', 'Attempts that are over, by result.', 'result')
  const retries = counter('platform_task_retries_total', 'Attempts after the first of a task.')
  const waits = new Histogram({
    name: 'platform_task_wait_seconds',
    help: 'From when a task was queued until its attempt began.',
    buckets,
    registers,
  })
  const lateness = new Histogram({
    name: 'platform_schedule_lateness_seconds',
    help: 'From the time of a schedule until its run started.',
    buckets,
    registers,
  })
  const deliveries = counter(
    'platform_alert_deliveries_total',
    'Tries to deliver an alert.',
    'kind',
    'result',
  )

  const serviceCalls = counter(
    'platform_queue_service_calls_total',
    'Calls of the queue service, by result.',
    'call',
    'result',
  )
  const pushes = counter(
    'platform_gitops_total',
    'Commits of deployments that were published, and tries that were refused or failed, by result.',
    'result',
  )

  const waiting = gauge('platform_queue_waiting_tasks', 'Tasks that wait for a worker.', 'type', 'alias')
  const oldest = gauge('platform_queue_oldest_seconds', 'Wait of the oldest of them.', 'type', 'alias')
  const pollers = gauge('platform_queue_pollers', 'Worker processes that poll.', 'type', 'alias')
  const paused = gauge('platform_queues_paused', 'Paused queues.')
  const limited = gauge('platform_queues_limited', 'Queues with a limit.')
  const skipped = gauge(
    'platform_schedule_skipped_last_hour',
    'Times of schedules skipped in the last hour, by reason.',
    'reason',
  )
  const missed = gauge('platform_schedule_missed', 'Times that schedules have missed and not caught up with.')
  const outbox = gauge('platform_alert_deliveries_waiting', 'Deliveries of alerts that wait.')
  const oldestAlert = gauge('platform_alert_oldest_seconds', 'Age of the oldest of them.')

  function show(figures: Figures): void {
    for (const each of [waiting, oldest, pollers, skipped]) each.reset()
    for (const { type, alias, ...queue } of figures.queues) {
      waiting.set({ type, alias }, queue.waiting)
      oldest.set({ type, alias }, queue.oldestMs / 1000)
      pollers.set({ type, alias }, queue.pollers)
    }
    for (const { reason, count } of figures.skipped) skipped.set({ reason }, count)
    paused.set(figures.paused)
    limited.set(figures.limited)
    missed.set(figures.missed)
    outbox.set(figures.deliveries)
    oldestAlert.set(figures.oldestDeliveryMs / 1000)
  }

  const sink = {
    moved() {},
    waited: (_task: unknown, ms: number) => waits.observe(ms / 1000),
    ended: (_task: unknown, _attempt: unknown, result: string) => attempts.inc({ result }),
  }
  let read = -Infinity
  let reading: Promise<void> | null = null

  return {
    registry,
    observer: {
      wrote(before, after, changes) {
        if (before === null) {
          started.inc()
          if (after.scheduledFor !== null)
            lateness.observe(Math.max(0, after.created - after.scheduledFor) / 1000)
        }
        const { status } = after
        if (status !== before?.status && status !== 'started' && status !== 'notstarted')
          ended.inc({ status })
        readMoves(before, changes, sink)
        for (const { task } of changes.tasks)
          if (task.attempt > Math.max(1, before?.tasks[task.position]?.attempt ?? 0)) retries.inc()
      },
    },
    serviceCalled: (call, result) => serviceCalls.inc({ call, result }),
    delivered: (kind, result) => deliveries.inc({ kind, result }),
    pushed: (result, count) => pushes.inc({ result }, count),
    async collect() {
      if (clock.monotonic() - read > FRESH_MS) {
        reading ??= readMeasured(db, clock.now())
          .then((figures) => {
            show(figures)
            read = clock.monotonic()
          })
          .finally(() => (reading = null))
        await reading
      }
      return registry.metrics()
    },
  }
}
