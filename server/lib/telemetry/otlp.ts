import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.ts'
import { VERSION } from '../version.ts'
import {
  parseTraceparent,
  traceparentOf,
  type SpanStart,
  type Tracing,
  type TracingConfig,
} from './tracing.ts'

/** A receiver that is down, slow or hangs costs this many spans of memory; later ones are dropped. */
const QUEUED_SPANS = 2048
const EXPORT_MS = 5000
const STOP_MS = 2000
const COMPLAINT_MS = 60_000

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
}

/** Spans of this process, exported by OTLP over HTTP in the background. */
export function createOtlpTracing(component: string, config: TracingConfig, log: Logger): Tracing {
  const ids = new RandomIdGenerator()
  /** Of the span that is being started. */
  let ownId: string | undefined
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    idGenerator: {
      generateTraceId: () => ids.generateTraceId(),
      generateSpanId: () => ownId ?? ids.generateSpanId(),
    },
    resource: resourceFromAttributes({
      'service.instance.id': randomUUID(),
      'service.version': VERSION,
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name':
        config.OTEL_SERVICE_NAME ??
        config.OTEL_RESOURCE_ATTRIBUTES?.['service.name'] ??
        `workforce-console-${component}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: complaining(exporter, log),
        maxQueueSize: QUEUED_SPANS,
        exportTimeoutMillis: EXPORT_MS * 2,
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer(`workforce-console/${component}`, VERSION)

  return {
    start({ name, kind = 'internal', parent, links = [], id, at, attributes = {} }: SpanStart) {
      ownId = id
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          links: links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context })),
          ...(at === undefined ? {} : { startTime: at }),
        },
        parentContext(parent),
      )
      ownId = undefined
      const { traceId, spanId, traceFlags } = span.spanContext()
      const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0
      return {
        traceparent: traceparentOf({ traceId, spanId, isSampled }),
        isSampled,
        set: (more) => void span.setAttributes(more),
        // Without a message: it could contain what people have written.
        fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
        end: (ended) => span.end(ended),
      }
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)))
      const flushed = provider.shutdown().catch((error: unknown) => {
        log.debug({ err: error }, 'the last spans could not be exported')
      })
      await Promise.race([flushed, patience])
      clearTimeout(timer)
    },
  }
}

function contextOf(traceparent: string) {
  const parsed = parseTraceparent(traceparent)
  if (!parsed) return null
  const { traceId, spanId, isSampled } = parsed
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  }
}

function parentContext(parent: string | null | undefined): Context {
  const context = parent == null ? null : contextOf(parent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): Sampler {
  const kind = name.replace('parentbased_', '')
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Tells once a minute that spans could not be exported; nothing else of the server notices. */
function complaining(exporter: SpanExporter, log: Logger): SpanExporter {
  let told = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - told > COMPLAINT_MS) {
          told = performance.now()
          log.warn({ spans: spans.length }, 'spans could not be exported; check OTEL_EXPORTER_OTLP_ENDPOINT')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
