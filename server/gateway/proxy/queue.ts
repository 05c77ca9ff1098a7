import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { transportError } from '../upstream/errors.ts'
import { checkPath } from '../upstream/path.ts'
import type { PlatformPool } from '../upstream/pool.ts'

export interface QueueOptions {
  /** Connections of its own: each worker that waits for tasks holds one. */
  pool: PlatformPool
  /** Largest request body, bytes. */
  bodyBytes: number
}

type Answer = Parameters<Parameters<PlatformPool['request']>[1]>[1]

/**
 * Headers that speak of one connection, of a browser's session, or of the way here. All others are passed on as they
 * are: a worker's signature covers whichever it likes. `host` is signed too, and known to the platform.
 */
const kept = new Set(
  'host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer'.split(' '),
)
for (const name of ['transfer-encoding', 'upgrade', 'expect', 'cookie', 'content-length', 'x-request-id'])
  kept.add(name)

const passedBack = [
  'content-type',
  'retry-after',
  'x-amzn-errortype',
  'x-amzn-query-error',
  'x-amzn-requestid',
]

/**
 * The queues of the embedded platform (contract section 3). Workers sign each call with a key of their own, which the
 * platform checks; a browser's cookie has no part in it. Clients that know nothing but a queue URL post to its path,
 * or, as the one for NodeJS, to the root of its host.
 */
export async function queuePlugin(app: FastifyInstance, { pool, bodyBytes }: QueueOptions): Promise<void> {
  /** Calls that may wait for long; an orderly stop does not wait for them. */
  const waiting = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const call of waiting) call.abort(new AppError('UNAVAILABLE'))
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytes }, (_request, body, done) => {
    done(null, body)
  })

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    checkPath((request.raw.url ?? '').split('?', 1)[0] ?? '')
    const call = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) call.abort()
    })
    if (request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage') waiting.add(call)
    try {
      const { statusCode, headers, body } = await ask(pool, request, call.signal)
      for (const name of passedBack) {
        const value = headers[name]
        if (typeof value === 'string') void reply.header(name, value)
      }
      return await reply.code(statusCode).send(body)
    } finally {
      waiting.delete(call)
    }
  }

  for (const url of ['/', '/queue', '/queue/*']) app.post(url, { config: { access: 'signed' } }, pass)
}

function ask(pool: PlatformPool, request: FastifyRequest, signal: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = { 'x-request-id': request.id }
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !kept.has(name)) headers[name] = value
  const path = request.raw.url ?? '/'
  const body = (request.body ?? null) as Buffer | null
  return new Promise((resolve, reject) => {
    pool.request({ method: 'POST', path, headers, body, signal }, (error, answer) => {
      if (error) reject(transportError(error))
      else resolve(answer)
    })
  })
}
