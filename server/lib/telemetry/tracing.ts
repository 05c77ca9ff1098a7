/**
 * Spans, as the rest of the server sees them. Only `otlp.ts`, which is loaded when an endpoint is configured, knows
 * OpenTelemetry. Spans are started explicitly, because hooks into modules cannot work in a bundled server.
 */

/** Bounded values only: never a body, a state, a token, a query string or a text that people have written. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface SpanStart {
  name: string
  kind?: 'internal' | 'server' | 'client' | 'producer'
  /** `traceparent` of the span above it; absent: it begins a trace. */
  parent?: string | null | undefined
  /** `traceparent` of spans of other traces that led to this one. */
  links?: readonly string[]
  /** Id of the span, 16 hex digits, where others already refer to it; absent: a random one. */
  id?: string
  /** Milliseconds since 1970; absent: now. */
  at?: number
  attributes?: SpanAttributes
}

export interface TraceSpan {
  /** Of the W3C: what is sent to the processes that continue the trace. */
  readonly traceparent: string
  /** Whether it is recorded and exported. */
  readonly isSampled: boolean
  set(attributes: SpanAttributes): void
  fail(): void
  /** `at` in milliseconds since 1970; absent: now. */
  end(at?: number): void
}

export interface Tracing {
  start(span: SpanStart): TraceSpan
  /** Exports what is left, for at most two seconds. */
  stop(): Promise<void>
}

/** The settings of OpenTelemetry, which both processes have. */
export interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined
  OTEL_SERVICE_NAME?: string | undefined
  OTEL_RESOURCE_ATTRIBUTES?: Record<string, string> | undefined
  OTEL_TRACES_SAMPLER: string
  /** 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number
}

/** What continues the trace of a request in another process. */
export interface TraceHeaders {
  traceparent: string
  tracestate?: string
}

export interface TraceParent {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** Of version 00; a later version may have more after its flags. */
const form = /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The parts of a `traceparent`; null for one that its rules make void. */
export function parseTraceparent(text: unknown): TraceParent | null {
  const [, version, traceId, spanId, flags = '', rest] =
    typeof text === 'string' ? (form.exec(text) ?? []) : []
  if (!traceId || !spanId || (version === '00' && rest !== undefined)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** The id of the trace of a stored `traceparent`. */
export const traceIdOf = (traceparent: string | null): string | undefined =>
  parseTraceparent(traceparent)?.traceId
