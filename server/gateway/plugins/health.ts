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

/** Longest wait for the platform, and how long its answer is taken for true, milliseconds: one that heals is told soon. */
const probeMs = 2_000
const keptMs = { up: 1_000, down: 100 }

/** `/healthz`: the process serves. `/readyz`: and so do the parts behind it (contract section 3). */
export const healthPlugin = fp(
  (app: FastifyInstance, { platform, realtime, clock }: HealthOptions, done: () => void) => {
    let last: { until: number; answer: Promise<boolean> } | undefined

    // Monitors may ask as often as they like: they share one probe, and its answer for a moment.
    function platformUp(): Promise<boolean> {
      if (!last || clock.monotonic() > last.until) last = { until: Infinity, answer: probe() }
      return last.answer
    }

    async function probe(): Promise<boolean> {
      const up = await platform.probe(probeMs)
      if (last) last.until = clock.monotonic() + (up ? keptMs.up : keptMs.down)
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
  /** Calls at the platform. */
  running: () => number
  onLimit: LimitHit
}

/** Monitors are answered whatever the load. */
const exempt = new Set(['/healthz', '/readyz'])

/**
 * Turns requests away while the event loop has no time left and more calls are under way than it needs to be busy:
 * more would only wait longer. A loop that is busy with few calls, or many calls at a slow platform, are no overload.
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
