import type { Logger } from '../logger.ts'
import type { Tracing } from './tracing.ts'

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

/** Undefined without an endpoint, and then nothing of OpenTelemetry is loaded. */
export async function loadTracing(
  component: 'gateway' | 'platform',
  config: TracingConfig,
  log: Logger,
): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const { createOtlpTracing } = await import('./otlp.ts')
  return createOtlpTracing(component, config, log)
}
