import { Transform, type Duplex, type Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'
import { JsonDepth } from '../../lib/json-depth.ts'
import type { GatewayLimits, LimitHit } from '../limits.ts'

export interface BodyLimits extends Pick<GatewayLimits, 'bodyBytes' | 'jsonDepth'> {
  onLimit: LimitHit
}

/** The JSON body as it streams; it fails with TOO_LARGE or BAD_REQUEST at the byte that passes a limit. */
export function limitedBody(body: Readable, { bodyBytes, jsonDepth, onLimit }: BodyLimits): Duplex {
  const depth = new JsonDepth(jsonDepth)
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > bodyBytes) {
        onLimit('bodyBytes')
        next(new AppError('TOO_LARGE'))
      } else if (!depth.take(chunk)) {
        onLimit('jsonDepth')
        next(tooDeep())
      } else next(null, chunk)
    },
  })
  // pipeline() would destroy the request with its socket, and the answer could no longer be sent.
  body.once('error', (error) => counted.destroy(error))
  body.once('close', () => {
    if (!body.readableEnded) counted.destroy(new AppError('BAD_REQUEST', 'The request broke off'))
  })
  return body.pipe(counted)
}

export const tooDeep = () => new AppError('BAD_REQUEST', 'The body is nested too deeply')
