import { Pool } from 'undici'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import type { Breaker } from './breaker.ts'
import { lossOf } from './errors.ts'
import { RunningExchange, type AnswerSink, type Exchange, type PlatformRequest } from './exchange.ts'

/** Connections to one origin. */
export interface PlatformPool {
  /** Sends one request, never twice. The sink may fail before this returns. */
  send(request: PlatformRequest, sink: AnswerSink): Exchange
  /** Number of running requests. */
  running(): number
  /** Aborts all running requests. Idempotent. */
  close(): Promise<void>
}

export interface PlatformPoolOptions {
  limits: Pick<GatewayLimits, 'upstreamAnswerMs' | 'upstreamStallMs' | 'upstreamConnections'>
  /** Shared by all pools of one platform. */
  breaker: Breaker
  /**
   * Called for every request that was sent: seconds until its answer began, and the status; 0 when there was none.
   */
  measure?: (seconds: number, status: number) => void
  onLimit?: LimitHit
}

const nothing: Exchange = { abort() {}, resume() {} }

/** Follows no redirects, and neither retries, caches nor deduplicates. */
export function createPlatformPool(origin: string, options: PlatformPoolOptions): PlatformPool {
  const { limits, breaker, measure, onLimit } = options
  const pool = new Pool(origin, {
    connections: limits.upstreamConnections,
    pipelining: 1,
    headersTimeout: limits.upstreamAnswerMs * 2,
    bodyTimeout: limits.upstreamStallMs,
    connect: { timeout: limits.upstreamAnswerMs },
  })
  let closing: Promise<void> | undefined
  let running = 0

  return {
    send(request, sink) {
      const refusal = breaker.refusal()
      if (refusal) {
        sink.fail(refusal)
        return nothing
      }
      const begun = performance.now()
      const report = (status: number) => measure?.((performance.now() - begun) / 1000, status)
      const outcome = {
        answered(status: number) {
          breaker.answered()
          report(status)
        },
        failed(error: Error, begun: boolean) {
          if (lossOf(error) === 'late') onLimit?.(begun ? 'upstreamStallMs' : 'upstreamAnswerMs')
          if (begun) return
          breaker.failed(error)
          report(0)
        },
        over: () => void running--,
      }
      running++
      const exchange = new RunningExchange(request, sink, outcome, limits.upstreamAnswerMs)
      pool.dispatch({ origin, ...request }, exchange)
      return exchange
    },
    running: () => running,
    close() {
      closing ??= pool.destroy()
      return closing
    },
  }
}
