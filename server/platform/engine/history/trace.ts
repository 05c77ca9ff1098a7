import { createHash } from 'node:crypto'
import { parseTraceparent, traceparentOf } from '#server/lib/telemetry/tracing.ts'

/**
 * The `traceparent` of the span of an attempt: in the trace of its run, with an id that any process computes, so that the
 * span can be exported when the attempt has ended and be the parent of others before. Null for a run without a trace.
 */
export function traceOfAttempt(
  { trace }: { trace: string | null },
  { taskId, attempt }: { taskId: string; attempt: number },
): string | null {
  const parsed = parseTraceparent(trace)
  return parsed && traceparentOf({ ...parsed, spanId: attemptSpanId(taskId, attempt) })
}

/** 16 hex digits. */
export function attemptSpanId(taskId: string, attempt: number): string {
  return createHash('sha256').update(`${taskId} ${attempt}`).digest('hex').slice(0, 16)
}
