import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import type { ShareHolder } from '../lib/shares.ts'
import type { BodyReaders } from '../session/request-bodies.ts'
import type { ShareHolders } from '../session/share-holders.ts'
import { transportError } from '../upstream/errors.ts'
import type { PlatformRequest } from '../upstream/exchange.ts'
import { checkPath } from '../upstream/path.ts'
import type { PlatformPool } from '../upstream/pool.ts'
import { pickHeaders } from './headers.ts'
import { PassedAnswer } from './passed-answer.ts'

export interface QueueOptions {
  /** Its own connections, because each polling worker occupies one. */
  pool: PlatformPool
  bodies: BodyReaders
  holders: ShareHolders
}

/**
 * Headers that belong to one connection or to a browser's session, or that the gateway sets itself. All others are
 * passed unchanged, because a worker's signature may cover any of them. `host` is signed too, but the platform knows
 * it.
 */
const notPassed = new Set(
  'host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer'.split(' '),
)
for (const name of ['transfer-encoding', 'upgrade', 'expect', 'cookie', 'content-length', 'x-request-id'])
  notPassed.add(name)

const passedBack = [
  'content-type',
  'retry-after',
  'x-amzn-errortype',
  'x-amzn-query-error',
  'x-amzn-requestid',
]

/**
 * The queues of the embedded platform. Workers sign each call with their own key, which the platform checks; session
 * cookies are ignored. Clients that have only a queue URL post to its path; the client for NodeJS posts to the root
 * of its host.
 */
export async function queuePlugin(app: FastifyInstance, options: QueueOptions): Promise<void> {
  const { pool, bodies, holders } = options
  /** Calls that may wait long. An orderly stop does not wait for them. */
  const waiting = new Set<PassedAnswer>()
  app.addHook('preClose', async () => {
    for (const call of waiting) call.abort(new AppError('UNAVAILABLE'))
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', bodies.any)

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    checkPath((request.raw.url ?? '').split('?', 1)[0] ?? '')
    await new Promise<void>((resolve, reject) => {
      const answer = new PassedAnswer((error) => {
        waiting.delete(answer)
        if (error) return reject(transportError(error))
        if (answer.status < 400) holders.accepted(request)
        answer.passTo(reply, ({ headers }) => pickHeaders(headers, passedBack))
        resolve()
      })
      if (request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage') waiting.add(answer)
      answer.send(pool, requestOf(request, holders.of(request)), reply)
    })
    return reply
  }

  for (const url of ['/', '/queue', '/queue/*']) app.post(url, { config: { access: 'signed' } }, pass)
}

function requestOf(request: FastifyRequest, holder: ShareHolder): PlatformRequest {
  const headers: Record<string, string> = { 'x-request-id': request.id }
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !notPassed.has(name)) headers[name] = value
  const body = (request.body ?? null) as Buffer | null
  return { method: 'POST', path: request.raw.url ?? '/', headers, body, holder }
}
