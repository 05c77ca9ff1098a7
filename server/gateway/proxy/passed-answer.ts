import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AppError, toError } from '#server/lib/errors.ts'
import { closeUnlessRead } from '../lib/answers.ts'
import { textReader, type AnswerSink, type Exchange, type PlatformRequest } from '../upstream/exchange.ts'
import { brokenAnswer } from '../upstream/errors.ts'
import type { PlatformPool } from '../upstream/pool.ts'
import { isJsonText, isJsonType } from './answer-types.ts'

type Consumer = Pick<AnswerSink, 'data' | 'end' | 'fail'>

type Headers = Record<string, unknown>

/** Answers of up to this size are sent when they are complete. */
const wholeBytes = 64 * 1024

const discard: Consumer = { data: () => false, end() {}, fail() {} }

/**
 * An answer of the platform on its way to a caller. `onBegun` is called once: with an error, or with null when the
 * answer begins; it must then call `passTo` or `read`.
 */
export class PassedAnswer implements AnswerSink {
  status = 0
  headers: IncomingHttpHeaders = {}
  readonly #onBegun: (error: Error | null) => void
  #exchange: Exchange | undefined
  #consumer: Consumer | undefined

  constructor(onBegun: (error: Error | null) => void) {
    this.#onBegun = onBegun
  }

  /** Sends the request. It is aborted when the caller disconnects. */
  send(pool: PlatformPool, request: PlatformRequest, { raw }: FastifyReply): void {
    this.#exchange = pool.send(request, this)
    const onClose = () => {
      if (!raw.writableFinished) this.abort(new AppError('BAD_REQUEST', 'The caller disconnected'))
    }
    if (raw.destroyed) onClose()
    else raw.once('close', onClose)
  }

  abort(reason: Error): void {
    this.#exchange?.abort(reason)
  }

  /**
   * Sends the answer to the caller, with the headers that `choose` selects. A small one is sent when it is complete, so
   * that one that breaks off, or is not the JSON that it claims to be, becomes a 502.
   */
  passTo(reply: FastifyReply, choose: (answer: this) => Record<string, string>): void {
    try {
      const headers = this.#headersFor(reply, choose(this))
      if (isWhole(this.status, headers, reply.request.method)) this.#consumer = this.#gather(reply, headers)
      else this.#begin(reply, headers)
    } catch (error) {
      this.#drop()
      void reply.send(unusable(error))
    }
  }

  #headersFor(reply: FastifyReply, chosen: Record<string, string>): Headers {
    closeUnlessRead(reply)
    const headers: Headers = Object.assign(reply.getHeaders(), chosen)
    if (this.status === 204) delete headers['content-length']
    return headers
  }

  /**
   * Bypasses `reply.send()`, which costs more than the rest of a small answer. Node throws on header values that an answer
   * cannot contain.
   */
  #begin(reply: FastifyReply, headers: Headers): void {
    reply.raw.writeHead(this.status, headers as OutgoingHttpHeaders)
    reply.hijack()
    this.#consumer = writer(reply.raw, Number(headers['content-length']), () => this.#exchange?.resume())
  }

  #gather(reply: FastifyReply, headers: Headers): Consumer {
    const parts: Buffer[] = []
    let size = 0
    const refuse = (error: Error) => {
      if (!reply.raw.destroyed) void reply.send(error)
    }
    const begin = () => {
      try {
        this.#begin(reply, headers)
        return true
      } catch (error) {
        this.#drop()
        refuse(unusable(error))
        return false
      }
    }
    return {
      data: (part) => {
        parts.push(part)
        size += part.length
        if (size <= wholeBytes) return true
        // Its size was not known: it is passed on as it arrives.
        return begin() && parts.map((one) => this.data(one)).every(Boolean)
      },
      end: () => {
        const [first] = parts
        const text = (parts.length === 1 && first ? first : Buffer.concat(parts, size)).toString('latin1')
        if (size > 0 && headers['content-encoding'] === undefined && this.status !== 206)
          if (isJsonType(headers['content-type'] as string | undefined) && !isJsonText(text))
            return refuse(new AppError('BAD_GATEWAY', 'The answer of the platform is not JSON'))
        // As a string, Node writes it together with the headers.
        if (begin()) reply.raw.end(text, 'latin1')
      },
      fail: (error) => refuse(brokenAnswer(error)),
    }
  }

  /** Reads the body as text; empty when it breaks off or is longer than `limit` bytes. */
  read(limit: number, done: (text: string) => void): void {
    this.#consumer = textReader(limit, (error, text) => {
      if (error) this.abort(error)
      done(text)
    })
  }

  #drop(): void {
    this.#consumer = discard
    this.abort(new AppError('BAD_REQUEST', 'The answer is discarded'))
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    // An HTTP server cannot send these statuses.
    if (status > 599) return this.abort(new AppError('BAD_GATEWAY'))
    this.status = status
    this.headers = headers
    this.#onBegun(null)
  }

  data(part: Buffer): boolean {
    return (this.#consumer ?? discard).data(part)
  }

  end(): void {
    this.#consumer?.end()
  }

  fail(error: Error): void {
    if (this.#consumer) this.#consumer.fail(error)
    else this.#onBegun(toError(error))
  }
}

/** Whether an answer is sent when it is complete: a body of a small known size, or JSON, whose size may be unknown. */
function isWhole(status: number, headers: Headers, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return false
  const length = headers['content-length']
  if (length !== undefined) return Number(length) <= wholeBytes
  return isJsonType(headers['content-type'] as string | undefined)
}

function unusable(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('BAD_GATEWAY', undefined, { cause: error })
}

/**
 * Writes as fast as the caller reads. When the answer breaks off, the connection is destroyed, so that the caller
 * does not take the part for the whole.
 */
function writer(raw: ServerResponse, length: number, resume: () => void): Consumer {
  let missing = length
  return {
    data(part) {
      missing -= part.length
      // The last part ends the answer, in one write. As a string, Node even writes it together with the headers.
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
