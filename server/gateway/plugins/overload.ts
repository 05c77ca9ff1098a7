import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'

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
