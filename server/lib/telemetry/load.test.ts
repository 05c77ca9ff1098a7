import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentWith, readGatewayConfig } from '#server/config.ts'

/**
 * Loads the gateway in a process of its own and asks for its tracing, first without an endpoint and then with one.
 * Prints the packages of OpenTelemetry that are loaded after each. `api` itself does nothing until something registers
 * with it: prom-client loads it.
 */
const program = `
  const { readGatewayConfig } = await import('#server/config.ts')
  const { loadTracing } = await import('#server/lib/telemetry/load.ts')
  await import('#server/gateway/app.ts')
  const { createRequire } = await import('node:module')
  const { cache } = createRequire(import.meta.url)
  async function loadedWith(settings) {
    const tracing = await loadTracing('gateway', readGatewayConfig(settings), { warn() {}, debug() {} })
    await tracing?.stop()
    const names = Object.keys(cache).map((file) => /@opentelemetry\\/([^/]+)/.exec(file)?.[1])
    return [...new Set(names.filter(Boolean))]
  }
  const off = await loadedWith({})
  const on = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  process.stdout.write(JSON.stringify({ off, on }))
  process.exit()`

// Fails when a module that the gateway always loads imports OpenTelemetry.
test('without an endpoint nothing of OpenTelemetry is loaded', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { env: environmentWith({}) },
  )
  const { off, on } = JSON.parse(stdout) as Record<'off' | 'on', string[]>
  expect(off.filter((name) => name !== 'api')).toEqual([])
  expect(on).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']))
})

test('settings of OpenTelemetry have their usual forms', () => {
  const read = readGatewayConfig({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant = one',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    TRACE_URL_TEMPLATE: 'https://tempo.example/trace/{traceId}',
  })
  expect(read.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer a=b', 'x-tenant': 'one' })
  expect(read.OTEL_TRACES_SAMPLER).toBe('parentbased_always_on')
  for (const [name, value] of [
    ['TRACE_URL_TEMPLATE', 'https://tempo.example/trace/'],
    ['TRACE_URL_TEMPLATE', 'javascript:alert({traceId})'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%zz'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ] as const)
    expect(() => readGatewayConfig({ [name]: value })).toThrow(name)
})
