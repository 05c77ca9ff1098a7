import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startOtlpReceiver, type OtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { createOtlpTracing } from './otlp.ts'
import type { TracingConfig } from './tracing.ts'

let receiver: OtlpReceiver
beforeAll(async () => {
  receiver = await startOtlpReceiver()
})
afterAll(() => receiver.close())

const log = { warn: vi.fn(), debug: vi.fn() }
const tracingWith = (more: Partial<TracingConfig> = {}) =>
  createOtlpTracing(
    'platform',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ...more,
    },
    log as never,
  )

// Fails when the queue of spans has no bound: all 20,000 would then be sent at the stop.
test('a receiver that hangs costs a bounded number of spans, and delays neither spans nor the stop', async () => {
  receiver.mode = 'hangs'
  const tracing = tracingWith()
  for (let count = 0; count < 20_000; count++) tracing.start({ name: 'one of many' }).end()
  const begun = performance.now()
  await tracing.stop()
  expect(performance.now() - begun).toBeLessThan(4000)
  const sent = receiver.requests.reduce((sum, { text }) => sum + text.split('"one of many"').length - 1, 0)
  expect(sent).toBeLessThanOrEqual(2048 + 512)
  receiver.mode = 'takes'
})

test('a span has the id that others refer to; samplers and attributes are those of the settings', async () => {
  const tracing = tracingWith({
    OTEL_SERVICE_NAME: 'orders',
    OTEL_RESOURCE_ATTRIBUTES: { 'service.name': 'overridden', 'deployment.environment.name': 'test' },
  })
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  tracing.start({ name: 'known', parent, id: 'a'.repeat(16) }).end()
  await tracing.stop()
  expect(receiver.spans.at(-1)).toMatchObject({
    name: 'known',
    service: 'orders',
    spanId: 'a'.repeat(16),
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
  })
  const off = tracingWith({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 0 })
  expect(off.start({ name: 'none', parent }).isSampled).toBe(false)
  await off.stop()
})
