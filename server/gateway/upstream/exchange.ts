import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { AppError } from '#server/lib/errors.ts'
import type { ShareHolder } from '../lib/shares.ts'
import { AnswerTimeout } from './errors.ts'

/** A request to the platform, as its bytes are sent. */
export interface PlatformRequest {
  method: Dispatcher.HttpMethod
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
  /** Whose share of the connections the request uses. */
  holder: ShareHolder
}

/** Receives the answer to one request: `begin`, any number of `data`, then `end`; or `fail` at any point. */
export interface AnswerSink {
  /** Header values are latin1. A list means that the header occurred more than once. */
  begin(status: number, headers: IncomingHttpHeaders): void
  /** Returns false to pause until `resume`. */
  data(part: Buffer): boolean
  end(): void
  /** The last call. */
  fail(error: Error): void
}

/** A running request. */
export interface Exchange {
  /**
   * Aborts the request: the sink fails at once, and the platform sees the connection close. No effect after the end.
   */
  abort(reason: Error): void
  resume(): void
}

/** Callbacks of the pool; except `paused` and `resumed`, each is called at most once. */
interface Outcome {
  answered(status: number): void
  /** The error of an answer that did not begin in time. */
  late(): Error
  /** The sink reads slower than the platform sends; it has read. */
  paused(): void
  resumed(): void
  /** `begun`: the answer had begun. */
  failed(error: Error, begun: boolean): void
  over(): void
}

/**
 * One request and its answer. undici's `headersTimeout` is not enough as deadline, because it starts when a
 * connection is free: behind a platform that hangs, queued requests would wait many times as long.
 */
export class RunningExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #sink: AnswerSink
  readonly #outcome: Outcome
  #controller: Dispatcher.DispatchController | undefined
  #deadline: NodeJS.Timeout | undefined
  #begun = false
  #over = false
  #bytes = 0

  constructor(sink: AnswerSink, outcome: Outcome, answerMs: number) {
    this.#sink = sink
    this.#outcome = outcome
    this.#deadline = setTimeout(() => this.abort(outcome.late()), answerMs)
  }

  /** Bytes of the answer so far. */
  get bytes(): number {
    return this.#bytes
  }

  abort(reason: Error): void {
    if (this.#over) return
    this.#finish(reason)
    this.#controller?.abort(reason)
    this.#sink.fail(reason)
  }

  resume(): void {
    this.#outcome.resumed()
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new AnswerTimeout())
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (this.#over || status < 200) return
    this.#begun = true
    clearTimeout(this.#deadline)
    this.#outcome.answered(status)
    this.#sink.begin(status, headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#over) return
    this.#bytes += part.length
    if (this.#sink.data(part)) return
    controller.pause()
    this.#outcome.paused()
  }

  onResponseEnd(): void {
    if (this.#over) return
    this.#finish()
    this.#sink.end()
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#over) return
    this.#finish(error)
    this.#sink.fail(error)
  }

  #finish(error?: Error): void {
    this.#over = true
    clearTimeout(this.#deadline)
    if (error) this.#outcome.failed(error, this.#begun)
    this.#outcome.over()
  }
}

/**
 * Reads a whole body as text. `done` is called once: with the text, with the error that ended the answer, or with
 * BAD_GATEWAY as soon as the body is longer than `limit` bytes; the caller then aborts the exchange.
 */
export function textReader(
  limit: number,
  done: (error: Error | null, text: string) => void,
): Pick<AnswerSink, 'data' | 'end' | 'fail'> {
  const parts: Buffer[] = []
  let size = 0
  return {
    data(part) {
      if (size > limit) return false
      size += part.length
      parts.push(part)
      if (size > limit) done(new AppError('BAD_GATEWAY', 'The answer of the platform is too large'), '')
      return true
    },
    end() {
      if (size <= limit) done(null, Buffer.concat(parts, size).toString('utf8'))
    },
    fail(error) {
      if (size <= limit) done(error, '')
    },
  }
}
