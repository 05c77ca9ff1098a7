import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '#server/lib/errors.ts'
import { whenAnswered } from '../lib/answers.ts'
import type { Bodies } from '../lib/bodies.ts'
import type { GatewayLimits } from '../lib/limits.ts'
import { isAuthenticated, type ShareHolder } from '../lib/shares.ts'
import { pathOf } from '../upstream/path.ts'
import { isSignInCall } from './open-calls.ts'
import type { ShareHolders } from './share-holders.ts'

/** Receives the whole body of a request, at the expense of its caller's share. `done` is called once. */
export type BodyReader = (
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: AppError | null, body: Buffer) => void,
) => void

export interface BodyReaders {
  /** For JSON, whose nesting is checked. */
  json: BodyReader
  /** For bytes of any type. */
  any: BodyReader
}

export function createBodyReaders(
  bodies: Bodies,
  holders: ShareHolders,
  limits: Pick<GatewayLimits, 'bodyBytes' | 'unknownBodyBytes'>,
): BodyReaders {
  const reader =
    (json: boolean): BodyReader =>
    (request, payload, done) => {
      const holder = holders.of(request)
      const limit = isSmall(request, holder) ? limits.unknownBodyBytes : limits.bodyBytes
      const announced = Number(request.headers['content-length'])
      bodies.receive(payload, { holder, limit, announced, json }, (error, body, held) => {
        // The body is needed until the request is answered: it may wait for a connection to the platform.
        if (held) whenAnswered(payload.socket, () => held.release())
        done(error, body)
      })
    }
  return { json: reader(true), any: reader(false) }
}

/** Whether no body of this kind is larger: a sign-in, or a call of a worker whose key is not known. */
function isSmall(request: FastifyRequest, holder: ShareHolder): boolean {
  const path = pathOf(request.raw.url ?? '')
  if (path.startsWith('/session') || isSignInCall(path)) return true
  return request.routeOptions.config?.access === 'signed' && !isAuthenticated(holder)
}
