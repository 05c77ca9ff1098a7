import type { PlatformConfig } from '#server/config.ts'
import { startPart } from '#server/lib/lifecycle.ts'
import { loadTracing } from '#server/lib/telemetry/load.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import type { WriteObserver } from '../engine/types.ts'
import { createTallyStore } from '../queues/tally-store.ts'
import { createTally } from '../queues/tally.ts'
import type { PlatformMetrics } from '../telemetry/metrics.ts'
import { publishMetrics } from '../telemetry/publish.ts'
import { createRunSpans } from '../telemetry/run-spans.ts'
import type { OpenDatabase } from './open-database.ts'
import type { BootOptions } from './options.ts'

/** What watches the writes of the engine. Traces and metrics are undefined unless they are configured. */
export interface Observers {
  tracing: Tracing | undefined
  metrics: PlatformMetrics | undefined
  observer: WriteObserver
}

/** Starts the rates of queues and, where configured, traces and metrics. */
export async function startObservers(options: BootOptions, database: OpenDatabase): Promise<Observers> {
  const { config, lifecycle, log } = options
  const { db, clock } = database
  const tracing = await loadTracing('platform', config, log)
  if (tracing) await startPart(lifecycle, 'traces', () => tracing)
  const metrics = await startMetrics(options, database)
  const tally = await startPart(lifecycle, 'tally', () => {
    const started = createTally({ store: createTallyStore(db), clock, log })
    started.start()
    return started
  })
  const observers: WriteObserver[] = [tally]
  if (tracing) observers.push(createRunSpans(tracing, clock))
  if (metrics) observers.push(metrics.observer)
  return { tracing, metrics, observer: observedBy(observers) }
}

/** Undefined without a port, and then nothing is counted for it. */
async function startMetrics(
  { config, lifecycle, log }: BootOptions,
  { db, clock }: OpenDatabase,
): Promise<PlatformMetrics | undefined> {
  const { METRICS_PORT: port, PLATFORM_HOST: host }: PlatformConfig = config
  if (port === undefined) return undefined
  const { createPlatformMetrics } = await import('../telemetry/metrics.ts')
  const metrics = createPlatformMetrics(db, clock)
  await lifecycle.start(
    'metrics',
    () => publishMetrics(metrics, { host, port, log }),
    (part) => part.close(),
  )
  return metrics
}

function observedBy(observers: readonly WriteObserver[]): WriteObserver {
  const [first, ...others] = observers
  if (first && others.length === 0) return first
  return {
    wrote(before, after, changes) {
      for (const observer of observers) observer.wrote(before, after, changes)
    },
  }
}
