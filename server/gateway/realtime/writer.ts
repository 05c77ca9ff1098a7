import type { Duplex } from 'node:stream'
import type { LimitHit } from '../lib/limits.ts'
import { pingFrame, putId, textFrame, type FrameTemplate } from './frames.ts'
import type { FlushScheduler } from './flush-scheduler.ts'

/** The only code that writes to a client's socket. All frames of one turn leave in one write. */
export interface Writer {
  /**
   * Sends a frame that must arrive: protocol answers. A client with too many waiting frames is disconnected.
   */
  send(text: string): void
  ping(): void
  /**
   * Sends live frames to the subscriber `id`. False when they were dropped because the client is behind;
   * `onDrained` runs once it has caught up. May replace the bytes of the template.
   */
  offer(template: FrameTemplate, id: Uint8Array): boolean
  /** A subscription of this client starts (1) or ends (-1). */
  count(change: 1 | -1): void
  /** Writes queued frames now, before the end of the turn. */
  flush(): void
  /**
   * Since when frames are dropped, in milliseconds of the monotonic clock; null while the client keeps up.
   */
  behindSince(): number | null
}

export interface WriterDeps {
  socket: Duplex
  flushScheduler: FlushScheduler
  now: () => number
  onDrained: () => void
  /** Bytes that may wait before live frames are dropped; twice as many disconnect the client. */
  maxWaiting: number
  onLimit: LimitHit
}

export function createWriter({
  socket,
  flushScheduler,
  now,
  onDrained,
  maxWaiting,
  onLimit,
}: WriterDeps): Writer {
  let queue: Buffer[] = []
  let queued = 0
  let behindSince: number | null = null
  let subscriptions = 0

  const waiting = () => queued + socket.writableLength
  const enqueue = (frames: Buffer) => {
    queue.push(frames)
    queued += frames.length
    flushScheduler.write(writer)
  }
  const writable = () => !socket.destroyed && !socket.writableEnded
  /**
   * Usually the system takes all bytes during the call, so that the next client can reuse them; a copy for
   * each client would cost more than the write. Bytes that the stream still holds are left to it.
   */
  const writeShared = (template: FrameTemplate) => {
    if (!writable()) return
    socket.write(template.bytes)
    if (socket.writableLength > 0) template.bytes = Buffer.from(template.bytes)
  }
  socket.on('drain', () => {
    if (behindSince === null) return
    behindSince = null
    onDrained()
  })

  const writer: Writer = {
    send(text) {
      if (waiting() <= 2 * maxWaiting) return enqueue(textFrame(text))
      onLimit('liveWaitingBytes')
      socket.destroy()
    },
    ping: () => enqueue(pingFrame),
    offer(template, id) {
      if (behindSince !== null) return false
      if (waiting() + template.bytes.length > maxWaiting && socket.writableLength > 0) {
        behindSince = now()
        onLimit('liveWaitingBytes')
        return false
      }
      putId(template, id)
      // Frames of several subscriptions leave together; those of a single one are written directly.
      if (subscriptions > 1 || queue.length) enqueue(Buffer.from(template.bytes))
      else writeShared(template)
      return true
    },
    count(change) {
      subscriptions += change
    },
    flush() {
      if (!queue.length) return
      const frames = queue.length === 1 ? (queue[0] as Buffer) : Buffer.concat(queue, queued)
      queue = []
      queued = 0
      if (writable()) socket.write(frames)
    },
    behindSince: () => behindSince,
  }
  return writer
}
