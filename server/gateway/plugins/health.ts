import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import type { PlatformProbe } from '../upstream/client.ts'

type Part = 'up' | 'down'

export interface HealthOptions {
  platform: PlatformProbe
  realtime: { state(): Part }
  clock: Clock
}

/**
 * Longest wait for the platform, and how long its result is cached, in milliseconds. A short time for `down`, so that
 * a recovery is visible soon.
 */
const probeMs = 2_000
const cachedMs = { up: 1_000, down: 100 }

/**
 * `/healthz`: 200 while the process serves. `/readyz`: 200 while the platform and the realtime service are available
 * too, else 503; its body names the state of each.
 */
export const healthPlugin = fp(
  (app: FastifyInstance, { platform, realtime, clock }: HealthOptions, done: () => void) => {
    let last: { until: number; answer: Promise<boolean> } | undefined

    // Monitors share one probe and its cached result.
    function platformUp(): Promise<boolean> {
      if (!last || clock.monotonic() > last.until) last = { until: Infinity, answer: probe() }
      return last.answer
    }

    async function probe(): Promise<boolean> {
      const up = await platform.probe(probeMs)
      if (last) last.until = clock.monotonic() + (up ? cachedMs.up : cachedMs.down)
      return up
    }

    app.get('/healthz', { config: { access: 'public' } }, () => ({ status: 'ok' }))
    app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
      const parts: Record<'platform' | 'realtime', Part> = {
        platform: (await platformUp()) ? 'up' : 'down',
        realtime: realtime.state(),
      }
      const ready = Object.values(parts).every((part) => part === 'up')
      return reply.code(ready ? 200 : 503).send(parts)
    })
    done()
  },
  { name: 'health' },
)

export interface OverloadOptions extends Pick<GatewayLimits, 'busyLoop' | 'busyCalls' | 'busySampleMs'> {
  /** Number of running platform calls. */
  running: () => number
  onLimit: LimitHit
}

/** Health checks are answered under any load. */
const exempt = new Set(['/healthz', '/readyz'])

/**
 * Refuses requests while the event loop is busy and more platform calls are running than a busy loop needs: more
 * would only wait longer. A busy loop with few calls, or many calls to a slow platform, is not an overload.
 */
export const overloadPlugin = fp(
  async (app: FastifyInstance, { busyLoop, busyCalls, busySampleMs, running, onLimit }: OverloadOptions) => {
    await app.register(underPressure, {
      maxEventLoopUtilization: busyLoop,
      eventLoopUtilizationMode: 'interval',
      sampleInterval: busySampleMs,
      pressureHandler(request) {
        if (running() < busyCalls || exempt.has(request.routeOptions.url ?? '')) return
        onLimit('busyCalls')
        throw new AppError('OVERLOADED')
      },
    })
  },
  { name: 'overload' },
)
