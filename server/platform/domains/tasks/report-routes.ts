import type { FastifyInstance } from 'fastify'
import { task as taskSchema } from '#shared/domains/tasks/contract.ts'
import { MAX_OUTPUTS_BYTES, reportBody, unstated, type Report } from '#shared/domains/tasks/report.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import type { ReceivedReader } from '#server/platform/auth/app-variables.ts'
import { workerActor } from '#server/platform/auth/caller.ts'
import type { WorkerEvent } from '#server/platform/engine/events.ts'
import type { RunLog } from '#server/platform/engine/log.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { wireTask } from '#server/platform/engine/task.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { LeaseStore } from '#server/platform/queue/lease-store.ts'
import type { Pollers } from '#server/platform/queues/pollers.ts'
import { leaseCallerOf, type LeaseCaller } from '#server/platform/queue/worker-caller.ts'
import { redactReport } from './redact-report.ts'

export interface ReportRouteDeps {
  engine: Engine
  leases: LeaseStore
  pollers: Pollers
  readReceived: ReceivedReader
  clock: Clock
}

/** Later moments are almost certainly a wrong unit. */
const MAX_RETRY_AHEAD_MS = 365 * 86_400_000

/**
 * `POST tasks/{id}/report`: a worker's report on the task that it has leased. `started` may be reported any
 * number of times, with progress and logs; each other status ends the attempt and its lease: every later
 * report gets 409, a repetition of the same report too.
 */
export async function reportRoutes(app: FastifyInstance, deps: ReportRouteDeps): Promise<void> {
  const { engine, leases, pollers, readReceived, clock } = deps
  const schema = {
    params: idParams,
    body: reportBody,
    summary: 'Report on a task',
    answer: { body: taskSchema },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/tasks/:id/report', { config: { platformAccess: 'worker' }, schema }, async (request) => {
      const worker = leaseCallerOf(request)
      const { lease } = worker
      if (request.body.lease !== lease.lease)
        throw faultOf('lease', 'is not that of the token', 'NOT_ALLOWED')
      const { accountId, aliasId, source } = worker
      const report = await redactReport(request.body, { ...lease, accountId }, readReceived)
      const { hostName, version } = report
      pollers.reported(aliasId, source, hostName ? { hostName, version: version || null } : null)
      const now = clock.now()
      const { task, run } = await engine.fromWorker(lease.workqueueId, eventOf(worker, report, now))
      if (lease.acknowledged && request.body.status === 'started') await leases.restartSilence(lease, now)
      return wireTask(task, run)
    })
}

/**
 * Converts a report into an event of the engine. Throws BAD_REQUEST and TOO_LARGE for what no schema can
 * check.
 */
function eventOf(worker: LeaseCaller, report: Report, at: number): WorkerEvent {
  const { taskId, attempt } = worker.lease
  const { version, hostName } = report
  const by = {
    actor: workerActor(worker.alias),
    ...(version ? { version } : {}),
    ...(hostName ? { hostName } : {}),
  }
  const logs = report.logs.map((entry) => logOf(entry, { taskId, attempt }, at))
  const reported = { at, taskId, attempt, by, logs }
  switch (report.status) {
    case 'started':
      return {
        ...reported,
        type: 'progress',
        ...(report.progress === undefined ? {} : { progress: report.progress }),
      }
    case 'ended':
      if (Buffer.byteLength(JSON.stringify(report.outputs)) > MAX_OUTPUTS_BYTES)
        throw faultOf('outputs', `must have at most ${MAX_OUTPUTS_BYTES} bytes`, 'TOO_LARGE')
      return { ...reported, type: 'ended', result: report.outputs }
    case 'failed':
      return { ...reported, type: 'failed', ...failureOf(report, unstated.failed) }
    case 'retry':
      return {
        ...reported,
        type: 'postponed',
        ...failureOf(report, unstated.retry),
        ...untilOf(report, at),
      }
  }
}

function failureOf({ reason }: Report, otherwise: string): { reason: string; fingerprint?: string } {
  const fingerprint = reason?.fingerprint
  return { reason: reason?.text || otherwise, ...(fingerprint ? { fingerprint } : {}) }
}

function untilOf({ retryTime }: Report, at: number): { until?: number } {
  if (retryTime === undefined) return {}
  const until = Date.parse(retryTime)
  if (until > at + MAX_RETRY_AHEAD_MS) throw faultOf('retryTime', 'must be within a year')
  return { until }
}

function logOf(
  { timestamp, level, message, stacktrace }: Report['logs'][number],
  attempt: { taskId: string; attempt: number },
  at: number,
): RunLog {
  return {
    ...attempt,
    id: newId(at),
    timestamp: timestamp === undefined ? at : Date.parse(timestamp),
    level,
    message,
    stacktrace: stacktrace ?? null,
  }
}
