import type { Readable } from 'node:stream'
import { AppError } from '#server/lib/errors.ts'
import { JsonDepth } from '#server/lib/json-depth.ts'
import type { GatewayLimits, LimitHit } from './limits.ts'
import { Share, SharePart } from './share.ts'
import { beyondShare, isAuthenticated, shareBounds, type ShareHolder } from './shares.ts'

/** One request body that is to be received. */
export interface Receiving {
  holder: ShareHolder
  /** Largest size, bytes. */
  limit: number
  /** Announced size; NaN when it is not known. */
  announced: number
  /** Whether the nesting depth of JSON is checked. */
  json: boolean
}

/** Receives request bodies into memory that all callers share. */
export interface Bodies {
  /**
   * Receives a whole body. `done` is called once: with the body and the part of the memory that it uses (null for a
   * small one, which needs none), or with an AppError.
   */
  receive(
    body: Readable,
    receiving: Receiving,
    done: (error: AppError | null, body: Buffer, held: SharePart | null) => void,
  ): void
  /** Bytes held now. */
  held(): number
}

/** A body of up to this size that arrives in one piece is not counted. Most are. */
const smallBytes = 4 * 1024
/** The buffer for a body of unknown size, at first. */
const firstBytes = 16 * 1024

const nothing: Buffer = Buffer.alloc(0)
const tooDeep = () => new AppError('BAD_REQUEST', 'The body is nested too deeply')
const brokenOff = () => new AppError('BAD_REQUEST', 'The request broke off')

export function createBodies(limits: GatewayLimits, onLimit: LimitHit): Bodies {
  const bounds = shareBounds(limits)
  const onSlow = () => onLimit('slowMs')
  const shareOf = (resource: 'bodies' | 'unknownBodies') =>
    new Share({
      bounds: bounds[resource],
      limits,
      onFull: (scope) => onLimit(`${resource}.${scope}`),
      onSlow,
    })
  const known = shareOf('bodies')
  const unknown = shareOf('unknownBodies')

  return {
    held: () => known.total + unknown.total,

    receive(body, { holder, limit, announced, json }, done) {
      const depth = json ? new JsonDepth(limits.jsonDepth) : null
      let size = 0
      /** The first piece, until there is another one. */
      let first: Buffer = nothing
      let buffer: Buffer = nothing
      let part: SharePart | null = null

      const finish = (error: AppError | null) => {
        body.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken)
        part?.arrived()
        if (error) {
          part?.release()
          return done(error, nothing, null)
        }
        done(null, buffer === nothing ? first : buffer.subarray(0, size), part)
      }
      const onBroken = () => finish(brokenOff())
      const onEnd = () => finish(null)
      const tooLarge = () => {
        onLimit('bodyBytes')
        finish(new AppError('TOO_LARGE', `The body is larger than ${limit / 1024} KiB`))
      }

      const onData = (piece: Buffer) => {
        const before = size
        size += piece.length
        if (size > limit) return tooLarge()
        if (depth && !depth.take(piece)) {
          onLimit('jsonDepth')
          return finish(tooDeep())
        }
        if (before === 0 && size === announced && size <= smallBytes) {
          first = piece
          return
        }
        const refused = size > buffer.length ? grow() : null
        if (refused) return finish(refused)
        piece.copy(buffer, before)
      }

      /** Takes memory for `size` bytes, at least twice as much as before. */
      function grow(): AppError | null {
        const least = Math.max(size, buffer.length * 2, Math.min(firstBytes, announced || firstBytes))
        const length = Math.min(least, announced || limit)
        const share = isAuthenticated(holder) ? known : unknown
        const taken = part ? (part.grow(length - buffer.length) ?? part) : share.take(holder, length)
        if (!(taken instanceof SharePart))
          return beyondShare(share === known ? 'bodies' : 'unknownBodies', taken)
        part = taken
        part.waits(
          () => finish(new AppError('TIMEOUT')),
          () => size,
        )
        const larger = Buffer.allocUnsafeSlow(length)
        buffer.copy(larger)
        buffer = larger
        return null
      }

      if (announced > limit) return tooLarge()
      body.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
    },
  }
}
