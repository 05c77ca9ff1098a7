import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { serveMetrics } from '#server/lib/telemetry/metrics-listener.ts'

/** Seconds. A call of the platform is aborted after ten. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Instruments = ReturnType<typeof createInstruments>

/** The metrics of the gateway, by Prometheus conventions: base units, and `_total` for counters. */
export function createInstruments() {
  const registry = new Registry()
  const registers = [registry]
  // Includes event loop delay, memory and CPU of this process.
  collectDefaultMetrics({ register: registry })

  return {
    registry,
    requests: new Histogram({
      name: 'gateway_http_request_duration_seconds',
      help: 'Answered requests, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    upstream: new Histogram({
      name: 'gateway_upstream_duration_seconds',
      help: 'Time until the answer of the platform begins; status 0: no answer.',
      labelNames: ['caller', 'status'],
      buckets,
      registers,
    }),
    limitHits: new Counter({
      name: 'gateway_limit_hits_total',
      help: 'Times that a limit was reached, by its name.',
      labelNames: ['limit'],
      registers,
    }),

    /** A value that is read when metrics are collected. */
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },

    /** A counter whose value is kept elsewhere. */
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
  }
}

export interface MetricsOptions {
  instruments: Instruments
  host: string
  /** Undefined: metrics are not served. */
  port: number | undefined
  /** The metrics of the embedded platform as text; empty when it has none or does not answer. */
  platform?: (() => Promise<string>) | undefined
}

/**
 * Measures every request and the live connections, and serves the metrics on a separate listener (`METRICS_PORT`),
 * never on the public one. Registered before the routes, whose requests it measures.
 */
export const metricsPlugin = fp(
  async (app: FastifyInstance, { instruments, host, port, platform = async () => '' }: MetricsOptions) => {
    app.addHook('onResponse', (request, reply, next) => {
      // Unknown URLs share one label, so that a client cannot create labels.
      const route = request.routeOptions.url ?? 'unknown'
      const labels = { method: request.method, route, status: reply.statusCode }
      instruments.requests.observe(labels, reply.elapsedTime / 1000)
      next()
    })
    if (port === undefined) return

    const { registry } = instruments
    const listener = await serveMetrics({
      host,
      port,
      contentType: registry.contentType,
      collect: async () => (await Promise.all([registry.metrics(), platform()])).join(''),
      log: app.log,
    })
    app.addHook('onClose', async () => listener.close())
  },
  { name: 'metrics' },
)

/** Figures of the live connections, read from their own counters. */
export function measureLive(app: FastifyInstance, { gauge, counter }: Instruments): void {
  const { live } = app
  gauge('gateway_live_sockets', 'Open live sockets.', live.sockets)
  gauge('gateway_live_channels', 'Channels with subscribers.', () => live.size().channels)
  gauge('gateway_live_groups', 'Groups of subscribers with the same filter.', () => live.size().groups)
  gauge('gateway_realtime_up', '1 while the realtime service is connected.', () =>
    Number(live.source.state() === 'up'),
  )
  const counters = live.source.counters
  counter(
    'gateway_realtime_connections_total',
    'Connections to the realtime service.',
    () => counters.connections,
  )
  counter(
    'gateway_realtime_errors_total',
    'Errors reported by the realtime service or its library.',
    () => counters.errors,
  )
  counter(
    'gateway_realtime_refused_channels_total',
    'Channels refused by the realtime service.',
    () => counters.refusedChannels,
  )
  counter(
    'gateway_backlog_events_total',
    'Events counted for the backlog of an account.',
    () => live.backlog.events,
  )
  counter(
    'gateway_backlog_unknown_statuses_total',
    'Backlog events with an unknown status.',
    () => live.backlog.unknownStatuses,
  )
  const counted = (name: string, help: string, key: keyof typeof live.counters) =>
    counter(`gateway_live_${name}_total`, help, () => live.counters[key])
  counted('events', 'Events received from the realtime service.', 'events')
  counted('executions', 'Events executed for a group.', 'executions')
  counted('deliveries', 'Messages sent to sockets.', 'deliveries')
  counted('dropped', 'Messages dropped because the client was too slow; it reads again.', 'dropped')
  counted('resyncs', 'Resyncs: every client of the channel reads again.', 'resyncs')
  counted('resumes', 'Subscribers that reconnected and got the events they had missed.', 'resumes')
  counted('row_reads', 'Rows read to complete an event.', 'rowReads')
  counted('malformed', 'Messages of the realtime service in an unknown form.', 'malformed')
  counted('unknown_statuses', 'Events with an unknown status.', 'unknownStatuses')
}
