import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'

const accepted = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The id of a request: the caller's `x-request-id` if it is a plain word, else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && accepted.test(sent) ? sent : randomUUID()
}

type Bindings = Parameters<FastifyBaseLogger['child']>[0]

/** The log of one request, with its id. Created with the first line, because most requests log nothing. */
class RequestLog {
  readonly #log: FastifyBaseLogger
  readonly #bindings: Bindings
  #own: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }

  get own(): FastifyBaseLogger {
    this.#own ??= this.#log.child(this.#bindings)
    return this.#own
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#log.level
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.own.child(...args)
  }
}

// Methods, not getters: Fastify checks with every request that they exist.
for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const)
  Object.defineProperty(RequestLog.prototype, level, {
    value(this: RequestLog, ...line: Parameters<FastifyBaseLogger['info']>) {
      this.own[level](...line)
    },
  })

/** Fastify's `childLoggerFactory`. */
export function requestLog(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(log, bindings) as unknown as FastifyBaseLogger
}
