import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds; the platform is given up after ten. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Instruments = ReturnType<typeof createInstruments>

/** What the gateway measures, by Prometheus conventions: base units, `_total` for what only grows. */
export function createInstruments() {
  const registry = new Registry()
  const registers = [registry]
  // Among them the delay of the event loop, memory and CPU of this process.
  collectDefaultMetrics({ register: registry })

  return {
    registry,
    requests: new Histogram({
      name: 'gateway_http_request_duration_seconds',
      help: 'Requests answered, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    upstream: new Histogram({
      name: 'gateway_upstream_duration_seconds',
      help: 'Calls to the platform until their answer begins; status 0: no answer.',
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

    /** A figure that is read when it is asked for. */
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

    /** A figure that only grows and is counted elsewhere. */
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
