import { Pool } from 'undici'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import { shareBounds, type ShareBounds } from '../lib/shares.ts'
import type { Breaker } from './breaker.ts'
import { AnswerTimeout, lossOf } from './errors.ts'
import { RunningExchange, type AnswerSink, type Exchange, type PlatformRequest } from './exchange.ts'
import { Line, type Place } from './line.ts'

/** Connections to one origin. */
export interface PlatformPool {
  /** Sends one request, never twice. The sink may fail before this returns. */
  send(request: PlatformRequest, sink: AnswerSink): Exchange
  /** Number of requests that are not answered, and of those among them that wait for a connection. */
  running(): number
  waiting(): number
  /** Aborts all running requests. Idempotent. */
  close(): Promise<void>
}

export interface PlatformPoolOptions {
  limits: GatewayLimits
  /** How the connections are divided. Default: as for all pools except the queue's. */
  bounds?: ShareBounds
  /** Shared by all pools of one platform. */
  breaker: Breaker
  /**
   * Called for every request that was sent: seconds until its answer began, and the status; 0 when there was none.
   */
  measure?: (seconds: number, status: number) => void
  onLimit?: LimitHit
  /** Requests that name a trace get a span of their own in it. Absent: traces are off. */
  tracing?: { service: string; start: Tracing['start'] } | undefined
}

const nothing: Exchange = { abort() {}, resume() {} }

/** Follows no redirects, and neither retries, caches nor deduplicates. */
export function createPlatformPool(origin: string, options: PlatformPoolOptions): PlatformPool {
  const { limits, breaker, measure, onLimit, tracing } = options
  const { bounds = shareBounds(limits).connections } = options
  const pool = new Pool(origin, {
    connections: bounds.total,
    pipelining: 1,
    headersTimeout: limits.upstreamAnswerMs * 2,
    bodyTimeout: limits.upstreamStallMs,
    connect: { timeout: limits.upstreamAnswerMs },
  })
  const line = new Line({
    bounds,
    limits,
    onFull: (scope) => onLimit?.(`connections.${scope}`),
    onSlow: () => onLimit?.('slowMs'),
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
      const span = tracing && traced(tracing, request)
      const report = (status: number) => measure?.((performance.now() - begun) / 1000, status)
      let place: Place | undefined = undefined
      const outcome = {
        answered(status: number) {
          breaker.answered()
          span?.set({ 'http.response.status_code': status })
          if (status >= 500) span?.fail()
          report(status)
        },
        late: () => place?.refusal() ?? new AnswerTimeout(),
        paused: () =>
          place?.waits(
            () => exchange.abort(slowReader()),
            () => exchange.bytes,
          ),
        resumed: () => place?.arrived(),
        failed(error: Error, begun: boolean) {
          span?.fail()
          if (lossOf(error) === 'late') onLimit?.(begun ? 'upstreamStallMs' : 'upstreamAnswerMs')
          // A request that got no connection says nothing about the platform.
          if (begun || !place?.served) return
          breaker.failed(error)
          report(0)
        },
        over() {
          running--
          span?.end()
          place?.leave()
        },
      }
      running++
      const exchange = new RunningExchange(sink, outcome, limits.upstreamAnswerMs)
      const { method, path, headers, body, holder } = request
      // Named one by one: a spread would cost more than everything else here.
      const dispatch = () => void pool.dispatch({ origin, method, path, headers, body }, exchange)
      try {
        place = line.enter(holder, dispatch)
        if (place.served) dispatch()
      } catch (error) {
        exchange.abort(toError(error))
      }
      return exchange
    },
    running: () => running,
    waiting: () => line.length,
    close() {
      closing ??= pool.destroy()
      line.close()
      return closing
    },
  }
}

/** Starts the span of a request and makes it the parent of what the platform does for it. */
function traced({ service, start }: NonNullable<PlatformPoolOptions['tracing']>, request: PlatformRequest) {
  const { traceparent: parent } = request.headers
  if (parent === undefined) return undefined
  const { method } = request
  const attributes = { 'http.request.method': method, 'peer.service': service }
  const span = start({ name: `${method} ${service}`, kind: 'client', parent, attributes })
  request.headers['traceparent'] = span.traceparent
  return span
}

const slowReader = () => new AppError('TIMEOUT', 'The answer was not read in time')
