import type { Duplex } from 'node:stream'
import type { LimitHit } from '../lib/limits.ts'
import { pingFrame, putId, textFrame, type FrameTemplate } from './frames.ts'
import type { Flushable, FlushScheduler } from './flush-scheduler.ts'

/** The only code that writes to a client's socket. All frames of one turn leave in one write. */
export interface Writer {
  /**
   * Sends a frame that must arrive: protocol answers. A client with too many waiting frames is disconnected.
   */
  send(text: string): void
  ping(): void
  /**
   * Sends live frames to the subscriber `id`. False when they were dropped because the client is behind;
   * its owner is asked to resync once it has caught up. May replace the bytes of the template.
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

/** What the writers of all clients share. */
export interface WriterDeps {
  flushScheduler: FlushScheduler
  now: () => number
  /** Bytes that may wait before live frames are dropped; twice as many disconnect the client. */
  maxWaiting: number
  onLimit: LimitHit
}

/** Whose frames are written. */
export interface WriterOwner {
  /** Frames were dropped, and the client has caught up. */
  resyncAll(): void
}

const none: Buffer[] = []

/** The writer of one client. A class, because thousands of them are open: functions of each would take about 0.7 kB more. */
export class SocketWriter implements Writer, Flushable {
  readonly #socket: Duplex
  readonly #deps: WriterDeps
  #queue = none
  #queued = 0
  #behindSince: number | null = null
  #subscriptions = 0

  constructor(socket: Duplex, deps: WriterDeps, owner: WriterOwner) {
    this.#socket = socket
    this.#deps = deps
    socket.on('drain', () => {
      if (this.#behindSince === null) return
      this.#behindSince = null
      owner.resyncAll()
    })
  }

  send(text: string): void {
    if (this.#waiting() <= 2 * this.#deps.maxWaiting) return this.#enqueue(textFrame(text))
    this.#deps.onLimit('liveWaitingBytes')
    this.#socket.destroy()
  }

  ping(): void {
    this.#enqueue(pingFrame)
  }

  offer(template: FrameTemplate, id: Uint8Array): boolean {
    if (this.#behindSince !== null) return false
    const { maxWaiting, now, onLimit } = this.#deps
    if (this.#waiting() + template.bytes.length > maxWaiting && this.#socket.writableLength > 0) {
      this.#behindSince = now()
      onLimit('liveWaitingBytes')
      return false
    }
    putId(template, id)
    // Frames of several subscriptions leave together; those of a single one are written directly.
    if (this.#subscriptions > 1 || this.#queue.length) this.#enqueue(Buffer.from(template.bytes))
    else this.#writeShared(template)
    return true
  }

  count(change: 1 | -1): void {
    this.#subscriptions += change
  }

  flush(): void {
    if (!this.#queue.length) return
    const frames = this.#queue.length === 1 ? this.#queue[0]! : Buffer.concat(this.#queue, this.#queued)
    this.#queue = none
    this.#queued = 0
    if (this.#isWritable()) this.#socket.write(frames)
  }

  behindSince(): number | null {
    return this.#behindSince
  }

  #waiting(): number {
    return this.#queued + this.#socket.writableLength
  }

  #isWritable(): boolean {
    return !this.#socket.destroyed && !this.#socket.writableEnded
  }

  #enqueue(frames: Buffer): void {
    if (this.#queue === none) this.#queue = []
    this.#queue.push(frames)
    this.#queued += frames.length
    this.#deps.flushScheduler.write(this)
  }

  /**
   * Usually the system takes all bytes during the call, so that the next client can reuse them; a copy for
   * each client would cost more than the write. Bytes that the stream still holds are left to it.
   */
  #writeShared(template: FrameTemplate): void {
    if (!this.#isWritable()) return
    this.#socket.write(template.bytes)
    if (this.#socket.writableLength > 0) template.bytes = Buffer.from(template.bytes)
  }
}
