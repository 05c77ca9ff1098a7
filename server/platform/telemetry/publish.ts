import { serveMetrics } from '#server/lib/telemetry/metrics-listener.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { PlatformMetrics } from './metrics.ts'

/** The message by which the gateway asks its platform process for metrics; the answer has this type. */
const METRICS = 'metrics'

export interface PublishOptions {
  host: string
  port: number
  log: Logger
}

/**
 * Publishes the metrics of a platform: below a gateway they are part of the gateway's own, a platform that runs alone
 * serves them itself.
 */
export async function publishMetrics(
  { registry: { contentType }, collect }: PlatformMetrics,
  { host, port, log }: PublishOptions,
): Promise<{ close(): void }> {
  if (!process.send) return serveMetrics({ host, port, contentType, collect, log })
  const answer = (asked: unknown) => {
    if (asked !== METRICS) return
    collect()
      .catch((error: unknown) => {
        log.error({ err: toError(error) }, 'metrics cannot be collected')
        return ''
      })
      .then((text) => process.connected && process.send?.({ type: METRICS, text }))
      .catch((error: unknown) => log.debug({ err: toError(error) }, 'the gateway is gone'))
  }
  process.on('message', answer)
  return { close: () => void process.off('message', answer) }
}
