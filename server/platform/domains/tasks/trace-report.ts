import { traceIdOf, type TraceSpan, type Tracing } from '#server/lib/telemetry/tracing.ts'
import type { Run } from '#server/platform/engine/run.ts'
import { traceOfAttempt } from '#server/platform/engine/history/trace.ts'
import type { LeaseState } from '#server/platform/queue/lease-store.ts'

/** The report in the trace of its run: below its request if that continues the trace, else linked to it. */
export function traceReport(
  tracing: Tracing,
  request: TraceSpan | null | undefined,
  { run, lease, status, now }: { run: Run; lease: LeaseState; status: string; now: number },
): void {
  const attempt = traceOfAttempt(run, lease)
  if (attempt === null) return
  const continues = request && traceIdOf(request.traceparent) === traceIdOf(attempt)
  const span = tracing.start({
    name: `report ${status}`,
    parent: continues ? request.traceparent : attempt,
    links: request && !continues ? [request.traceparent] : [],
    at: now,
    attributes: { 'workqueue.id': run.id, 'task.id': lease.taskId, 'task.attempt': lease.attempt },
  })
  span.end()
}
