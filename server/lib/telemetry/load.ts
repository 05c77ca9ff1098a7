import type { Logger } from '../logger.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

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
