import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AppError, toError } from '#server/lib/errors.ts'
import { textReader, type AnswerSink, type Exchange, type PlatformRequest } from '../upstream/exchange.ts'
import type { PlatformPool } from '../upstream/pool.ts'

type Taker = Pick<AnswerSink, 'data' | 'end' | 'fail'>

const nobody: Taker = { data: () => false, end() {}, fail() {} }

/**
 * An answer of the platform on its way to a caller. `onBegun` is called once: without an error when the answer begins,
 * and must then pass it on, read it or drop it.
 */
export class PassedAnswer implements AnswerSink {
  status = 0
  headers: IncomingHttpHeaders = {}
  readonly #onBegun: (error: Error | null) => void
  #exchange: Exchange | undefined
  #taker: Taker | undefined

  constructor(onBegun: (error: Error | null) => void) {
    this.#onBegun = onBegun
  }

  /** Sends the request. A caller that leaves takes it along. */
  send(pool: PlatformPool, request: PlatformRequest, { raw }: FastifyReply): void {
    this.#exchange = pool.send(request, this)
    const onLeft = () => {
      if (!raw.writableFinished) this.giveUp(new AppError('BAD_REQUEST', 'The caller left'))
    }
    if (raw.destroyed) onLeft()
    else raw.once('close', onLeft)
  }

  giveUp(reason: Error): void {
    this.#exchange?.abort(reason)
  }

  /** Passes it on under the headers that are chosen from its own. */
  passTo(reply: FastifyReply, choose: (headers: IncomingHttpHeaders) => Record<string, string>): void {
    try {
      const headers: Record<string, unknown> = Object.assign(reply.getHeaders(), choose(this.headers))
      // A request whose body was not read to its end cannot be followed by another one on this connection.
      if (!reply.request.raw.complete) headers['connection'] = 'close'
      if (this.status === 204) delete headers['content-length']
      // Past the framework's own way out, which costs more than all the rest of a small answer. Node refuses values
      // that cannot stand in an answer.
      reply.raw.writeHead(this.status, headers as OutgoingHttpHeaders)
      reply.hijack()
      this.#taker = writer(reply.raw, Number(headers['content-length']), () => this.#exchange?.resume())
    } catch (error) {
      this.drop()
      void reply.send(new AppError('BAD_GATEWAY', undefined, { cause: error }))
    }
  }

  /** Reads it; '' when it breaks off or is longer than that, in bytes. */
  read(limit: number, done: (text: string) => void): void {
    this.#taker = textReader(limit, (error, text) => {
      if (error) this.giveUp(error)
      done(text)
    })
  }

  drop(): void {
    this.#taker = nobody
    this.giveUp(new AppError('BAD_REQUEST', 'Nobody takes the answer'))
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    // Statuses that no server may send are no answer.
    if (status > 599) return this.giveUp(new AppError('BAD_GATEWAY'))
    this.status = status
    this.headers = headers
    this.#onBegun(null)
  }

  data(part: Buffer): boolean {
    return (this.#taker ?? nobody).data(part)
  }

  end(): void {
    this.#taker?.end()
  }

  fail(error: Error): void {
    if (this.#taker) this.#taker.fail(error)
    else this.#onBegun(toError(error))
  }
}

/** Writes as fast as the caller reads. An answer that breaks off breaks the connection: half of it is not the whole. */
function writer(raw: ServerResponse, length: number, resume: () => void): Taker {
  let missing = length
  return {
    data(part) {
      missing -= part.length
      // The end goes out with the last part, in one write; as text, Node joins even the headers with it.
      if (missing === 0) raw.end(part.toString('latin1'), 'latin1')
      else if (!raw.write(part)) {
        raw.once('drain', resume)
        return false
      }
      return true
    },
    end() {
      if (!raw.writableEnded) raw.end()
    },
    fail() {
      if (!raw.writableFinished) raw.destroy()
    },
  }
}
