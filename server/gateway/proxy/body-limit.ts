import { Transform, type Duplex, type Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'

/** The body as it streams; it fails with TOO_LARGE at the byte that passes the limit. */
export function limitedBody(body: Readable, limit: number): Duplex {
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > limit) next(new AppError('TOO_LARGE'))
      else next(null, chunk)
    },
  })
  // pipeline() would destroy the request with its socket, and the answer could no longer be sent.
  body.once('error', (error) => counted.destroy(error))
  body.once('close', () => {
    if (!body.readableEnded) counted.destroy(new AppError('BAD_REQUEST', 'The request broke off'))
  })
  return body.pipe(counted)
}
