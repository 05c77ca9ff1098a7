import { Duplex } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import type { GatewayLimits } from '../limits.ts'
import { AnswerTimeout } from './errors.ts'

type Answer = Dispatcher.ResponseData
type Callback = (error: Error | null, answer: Answer) => void

/** Connections to the platform with a deadline for the beginning of each answer. */
export interface PlatformPool {
  /** One request; `signal` cancels it at any point, the deadline until the answer begins. */
  request(options: Dispatcher.RequestOptions, callback: Callback): void
  /** Lets running requests end, at most until `destroy`. Idempotent. */
  close(): Promise<void>
}

/**
 * The deadline is ours and not undici's headersTimeout alone, because that one starts when a connection is
 * free: behind a platform that hangs, queued requests would wait many times as long. No redirects are
 * followed, nothing is retried, cached or deduplicated.
 */
export function createPlatformPool(
  origin: string,
  limits: Pick<GatewayLimits, 'upstreamAnswerMs' | 'upstreamStallMs' | 'upstreamConnections'>,
): PlatformPool {
  const pool = new Pool(origin, {
    connections: limits.upstreamConnections,
    pipelining: 1,
    headersTimeout: limits.upstreamAnswerMs * 2,
    bodyTimeout: limits.upstreamStallMs,
    connect: { timeout: limits.upstreamAnswerMs },
  })
  let closing: Promise<void> | undefined

  return {
    request(options, callback) {
      const deadline = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const startTimer = () => {
        timer = setTimeout(() => deadline.abort(new AnswerTimeout()), limits.upstreamAnswerMs)
      }
      whenArrived(options.body, startTimer)
      const outer = options.signal as AbortSignal | null | undefined
      const cancel = () => deadline.abort(outer?.reason)
      if (outer?.aborted) cancel()
      outer?.addEventListener('abort', cancel, { once: true })
      pool.request({ ...options, signal: deadline.signal }, (error, answer) => {
        clearTimeout(timer)
        if (options.body instanceof Duplex) options.body.off('finish', startTimer)
        if (error) outer?.removeEventListener('abort', cancel)
        else if (outer) answer.body.once('close', () => outer.removeEventListener('abort', cancel))
        callback(error, answer)
      })
    },
    close() {
      closing ??= pool.destroy()
      return closing
    },
  }
}

/**
 * A body that still streams in from a slow caller is not the platform's delay; the server's own time-out
 * bounds it. `finish` is its arrival here, which does not wait for a connection to read it.
 */
function whenArrived(body: Dispatcher.RequestOptions['body'], listener: () => void): void {
  if (body instanceof Duplex && !body.writableFinished) body.once('finish', listener)
  else listener()
}
