import type { Duplex } from 'node:stream'
import { pingFrame, textFrame } from './frames.ts'
import type { Turn } from './turn.ts'

/** Bytes that may wait for one client before live frames are dropped in favour of a resync. */
export const MAX_WAITING = 1024 * 1024

/** The one place that writes to a client's socket. All frames of one turn leave in one write. */
export interface Writer {
  /** A frame that must arrive: protocol answers. A client that lets too many of them wait is cut off. */
  send(text: string): void
  ping(): void
  /**
   * Live frames, made of whole WebSocket frames. False when they were dropped because the client is behind;
   * `onDrained` runs once it has caught up.
   */
  offer(frames: Buffer): boolean
  /** Writes what is queued now, without waiting for the end of the turn. */
  flush(): void
  /** Milliseconds of the monotonic clock since when frames are dropped; null while the client keeps up. */
  behindSince(): number | null
}

export interface WriterDeps {
  socket: Duplex
  turn: Turn
  now: () => number
  onDrained: () => void
  maxWaiting?: number
}

export function createWriter({ socket, turn, now, onDrained, maxWaiting = MAX_WAITING }: WriterDeps): Writer {
  let queue: Buffer[] = []
  let queued = 0
  let behindSince: number | null = null

  const waiting = () => queued + socket.writableLength
  const enqueue = (frames: Buffer) => {
    queue.push(frames)
    queued += frames.length
    turn.write(writer)
  }
  socket.on('drain', () => {
    if (behindSince === null) return
    behindSince = null
    onDrained()
  })

  const writer: Writer = {
    send(text) {
      if (waiting() > 2 * maxWaiting) socket.destroy()
      else enqueue(textFrame(text))
    },
    ping: () => enqueue(pingFrame),
    offer(frames) {
      if (behindSince !== null) return false
      if (waiting() + frames.length > maxWaiting && socket.writableLength > 0) {
        behindSince = now()
        return false
      }
      enqueue(frames)
      return true
    },
    flush() {
      if (!queue.length) return
      const frames = queue.length === 1 ? (queue[0] as Buffer) : Buffer.concat(queue, queued)
      queue = []
      queued = 0
      if (!socket.destroyed && !socket.writableEnded) socket.write(frames)
    },
    behindSince: () => behindSince,
  }
  return writer
}
