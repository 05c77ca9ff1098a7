import { Transform, type Duplex, type Readable } from 'node:stream'
import { AppError } from '#server/lib/errors.ts'
import { JsonDepth } from '#server/lib/json-depth.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'

export interface BodyLimits extends Pick<GatewayLimits, 'bodyBytes' | 'bufferedBytes' | 'jsonDepth'> {
  onLimit: LimitHit
}

export const tooDeep = () => new AppError('BAD_REQUEST', 'The body is nested too deeply')
const brokenOff = () => new AppError('BAD_REQUEST', 'The request broke off')

/**
 * Receives the JSON body of a request. A body of up to `bufferedBytes` is buffered until it is complete, so that the
 * platform sees nothing of an invalid or slow request. A larger one becomes a stream, which fails at the byte that
 * exceeds a limit. `done` is called once; with TOO_LARGE or BAD_REQUEST if the first bytes are invalid.
 */
export function receiveBody(
  body: Readable,
  limits: BodyLimits,
  done: (error: AppError | null, body: Buffer | Duplex | null) => void,
): void {
  const faultOf = createCheck(limits)
  const parts: Buffer[] = []
  let size = 0

  const finish = (error: AppError | null, received: Buffer | Duplex | null) => {
    body.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken)
    done(error, received)
  }
  const onBroken = () => finish(brokenOff(), null)
  const onEnd = () => finish(null, Buffer.concat(parts, size))
  const onData = (part: Buffer) => {
    const fault = faultOf(part)
    if (fault) return finish(fault, null)
    parts.push(part)
    size += part.length
    if (size > limits.bufferedBytes) finish(null, streamOf(body, parts, faultOf))
  }
  body.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
}

/** The bytes received so far, and the rest as it arrives. */
function streamOf(body: Readable, begun: Buffer[], faultOf: (part: Buffer) => AppError | undefined): Duplex {
  const checked = new Transform({
    transform(part: Buffer, _encoding, next) {
      const fault = faultOf(part)
      if (fault) next(fault)
      else next(null, part)
    },
  })
  for (const part of begun) checked.push(part)
  // `pipeline()` would destroy the request with its socket, and no answer could be sent.
  body.once('error', (error) => checked.destroy(error))
  body.once('close', () => {
    if (!body.readableEnded) checked.destroy(brokenOff())
  })
  return body.pipe(checked)
}

/** Returns the error of the next bytes of a body, if any. */
function createCheck({ bodyBytes, jsonDepth, onLimit }: BodyLimits): (part: Buffer) => AppError | undefined {
  const depth = new JsonDepth(jsonDepth)
  let size = 0
  return (part) => {
    size += part.length
    if (size > bodyBytes) {
      onLimit('bodyBytes')
      return new AppError('TOO_LARGE')
    }
    if (depth.take(part)) return undefined
    onLimit('jsonDepth')
    return tooDeep()
  }
}
