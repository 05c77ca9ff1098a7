import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Tracing } from '../lib/telemetry/tracing.ts'
import type { GatewayLimits, LimitHit } from './lib/limits.ts'
import type { Instruments } from './metrics/metrics.ts'
import { createBreaker, type Breaker } from './upstream/breaker.ts'
import type { UpstreamTarget } from './upstream/client.ts'
import { shareBounds } from './lib/shares.ts'
import { createPlatformPool, type PlatformPoolOptions } from './upstream/pool.ts'

/** Where the gateway sends requests. Each target has its own connections, so that none starves another. */
export interface Targets {
  /** The gateway's own calls. */
  calls: UpstreamTarget
  /** Proxied requests. */
  proxy: UpstreamTarget
  /** Workers that poll the queue. */
  queue: UpstreamTarget
  /** The connect service, when it is not the platform itself. */
  connect: UpstreamTarget | undefined
  /** Running requests of all targets except the queue, whose requests normally wait. */
  running(): number
  /** How many times the platform was unavailable and answered again. */
  recoveries(): number
  close(): Promise<void>
}

export interface TargetsOptions {
  platformUrl: string
  connectUrl: string | undefined
  /** Calls its listener each time the platform has started, so that its calls need not wait for the next probe. */
  onPlatformStarted?: ((listener: () => void) => void) | undefined
  limits: GatewayLimits
  clock: Clock
  log: Logger
  instruments: Instruments
  onLimit: LimitHit
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}

export function createTargets(options: TargetsOptions): Targets {
  const { platformUrl, connectUrl, limits, clock, log, instruments, onLimit } = options

  function breakerOf(service: string): Breaker {
    const breaker = createBreaker({ clock, log, service, ...limits })
    const { gauge, counter } = instruments
    gauge(`gateway_${service}_away`, `1 while the ${service} is unavailable.`, () => Number(breaker.isOpen()))
    counter(
      `gateway_${service}_refused_total`,
      `Calls refused because the ${service} was unavailable.`,
      breaker.refused,
    )
    return breaker
  }
  const breaker = breakerOf('platform')
  options.onPlatformStarted?.(breaker.started)

  function target(caller: string, url: string, to = breaker, own: Partial<PlatformPoolOptions> = {}) {
    const { origin, pathname } = new URL(url)
    const measure = (seconds: number, status: number) =>
      instruments.upstream.observe({ caller, status }, seconds)
    const start = options.tracing?.start
    const tracing = start && { service: caller === 'connect' ? caller : 'platform', start }
    const pool = createPlatformPool(origin, { limits, breaker: to, measure, onLimit, tracing, ...own })
    return { pool, basePath: pathname.replace(/\/$/, '') }
  }

  const workers = { ...limits, upstreamAnswerMs: limits.queueAnswerMs }
  const bounds = shareBounds(limits).queueConnections
  const calls = target('gateway', platformUrl)
  const proxy = target('proxy', platformUrl)
  // Workers sign their headers, and most of their calls only wait.
  const queue = target('queue', platformUrl, breaker, { limits: workers, bounds, tracing: undefined })
  const connect = connectUrl ? target('connect', connectUrl, breakerOf('connect')) : undefined
  const busy = [calls, proxy, ...(connect ? [connect] : [])]
  instruments.gauge('gateway_waiting_calls', 'Requests that wait for a connection to the platform.', () =>
    [...busy, queue].reduce((sum, { pool }) => sum + pool.waiting(), 0),
  )
  return {
    calls,
    proxy,
    queue,
    connect,
    running: () => busy.reduce((sum, { pool }) => sum + pool.running(), 0),
    recoveries: breaker.recoveries,
    async close() {
      await Promise.all([...busy, queue].map(({ pool }) => pool.close()))
    },
  }
}
