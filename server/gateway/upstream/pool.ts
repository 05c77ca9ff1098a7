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
      const timer = setTimeout(() => deadline.abort(new AnswerTimeout()), limits.upstreamAnswerMs)
      const outer = options.signal as AbortSignal | null | undefined
      const cancel = () => deadline.abort(outer?.reason)
      if (outer?.aborted) cancel()
      outer?.addEventListener('abort', cancel, { once: true })
      pool.request({ ...options, signal: deadline.signal }, (error, answer) => {
        clearTimeout(timer)
        if (error || !outer) {
          outer?.removeEventListener('abort', cancel)
        } else {
          answer.body.once('close', () => outer.removeEventListener('abort', cancel))
        }
        callback(error, answer)
      })
    },
    close() {
      closing ??= pool.destroy()
      return closing
    },
  }
}
