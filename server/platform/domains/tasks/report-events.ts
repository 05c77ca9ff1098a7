import { MAX_OUTPUTS_BYTES, unstated, type Report } from '#shared/domains/tasks/report.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { workerActor } from '#server/platform/auth/caller.ts'
import type { WorkerEvent } from '#server/platform/engine/events.ts'
import type { RunLog } from '#server/platform/engine/log.ts'
import type { LeaseCaller } from '#server/platform/queue/worker-caller.ts'

/** Later moments are almost certainly a wrong unit. */
const MAX_RETRY_AHEAD_MS = 365 * 86_400_000

/**
 * Converts a report into an event of the engine. Throws BAD_REQUEST and TOO_LARGE for what no schema can
 * check.
 */
export function eventOf(worker: LeaseCaller, report: Report, at: number): WorkerEvent {
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
