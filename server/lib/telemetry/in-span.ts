import type { SpanStart, Tracing } from './tracing.ts'

/**
 * Does work in a span, which fails with it. `work` is given the `traceparent` of the span; undefined without traces, or
 * when this one is not sampled.
 */
export async function inSpan(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (trace?: string) => Promise<unknown>,
): Promise<void> {
  const span = tracing?.start(start)
  try {
    await work(span?.isSampled ? span.traceparent : undefined)
  } catch (error) {
    span?.fail()
    throw error
  } finally {
    span?.end()
  }
}
