import type { IncomingHttpHeaders } from 'node:http'
import { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '#server/lib/errors.ts'
import { AnswerTimeout } from './errors.ts'

/** A request to the platform as its bytes are sent. */
export interface PlatformRequest {
  method: Dispatcher.HttpMethod
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string | Buffer | Duplex | null
}

/** Takes the answer to one request as it comes: `begin`, any number of `data`, then `end`; or `fail` at any point. */
export interface AnswerSink {
  /** Values of headers are latin1; a list means that a header came more than once. */
  begin(status: number, headers: IncomingHttpHeaders): void
  /** False asks for no more until `resume`. */
  data(part: Buffer): boolean
  end(): void
  /** The last that is heard of it. */
  fail(error: Error): void
}

/** A running request. */
export interface Exchange {
  /** Gives it up: the sink fails at once, the platform sees the connection end. Does nothing when it is over. */
  abort(reason: Error): void
  resume(): void
}

/** What the pool is told of an exchange, each at most once. */
interface Outcome {
  answered(status: number): void
  /** `begun`: in the middle of the answer. */
  failed(error: Error, begun: boolean): void
  over(): void
}

/**
 * One request and its answer. The deadline is ours and not undici's headersTimeout alone, because that one starts when
 * a connection is free: behind a platform that hangs, queued requests would wait many times as long.
 */
export class RunningExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #sink: AnswerSink
  readonly #outcome: Outcome
  readonly #body: PlatformRequest['body']
  readonly #answerMs: number
  #controller: Dispatcher.DispatchController | undefined
  #deadline: NodeJS.Timeout | undefined
  #begun = false
  #over = false

  constructor(request: PlatformRequest, sink: AnswerSink, outcome: Outcome, answerMs: number) {
    this.#body = request.body
    this.#sink = sink
    this.#outcome = outcome
    this.#answerMs = answerMs
    // A body that still streams in from a slow caller is not the platform's delay; the server's own time-out bounds
    // it. `finish` is its arrival here, which does not wait for a connection to read it.
    if (request.body instanceof Duplex && !request.body.writableFinished)
      request.body.once('finish', this.#startDeadline)
    else this.#startDeadline()
  }

  readonly #startDeadline = () => {
    if (this.#begun || this.#over) return
    this.#deadline = setTimeout(() => this.abort(new AnswerTimeout()), this.#answerMs)
  }

  abort(reason: Error): void {
    if (this.#over) return
    this.#finish(reason)
    if (this.#controller) this.#controller.abort(reason)
    // It waits for a connection, and nobody else ends its body.
    else if (this.#body instanceof Duplex) this.#body.destroy()
    this.#sink.fail(reason)
  }

  resume(): void {
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
    if (!this.#over && !this.#sink.data(part)) controller.pause()
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
 * Takes a whole body as text. `done` is called once: with the text, with what ended the answer, or with BAD_GATEWAY as
 * soon as it is longer than `limit` bytes; whoever owns the exchange then gives it up.
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
