import { toError } from '#server/lib/errors.ts'
import { textReader } from './body.ts'
import type { Exchange, PlatformRequest } from './exchange.ts'
import type { PlatformPool } from './pool.ts'

export interface AskOptions {
  /** Largest answer, bytes. */
  answerBytes: number
  /** Gives the request up; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Sends one request and answers the status and the whole body. Rejects with what `AnswerSink.fail` is told. */
export function ask(
  pool: PlatformPool,
  request: PlatformRequest,
  { answerBytes, signal }: AskOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toError(signal.reason))
    let status = 0
    let exchange: Exchange | undefined = undefined
    const giveUp = () => exchange?.abort(toError(signal?.reason))
    const reader = textReader(answerBytes, (error, text) => {
      signal?.removeEventListener('abort', giveUp)
      if (!error) return resolve({ status, text })
      reject(error)
      exchange?.abort(error)
    })
    signal?.addEventListener('abort', giveUp, { once: true })
    exchange = pool.send(request, { ...reader, begin: (code) => void (status = code) })
  })
}
