import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { EngineStopping, Refused, type RunEvent } from './events.ts'
import { kindOfFault } from './faults.ts'
import { messagesOfWrite } from './live.ts'
import { pictureOf, type Picture } from './picture.ts'
import { transition, type Transition } from './transition.ts'
import type { LivePublisher, RunStore } from './types.ts'

/** How long a caller's event is tried against a database that does not answer. */
const CALLER_PATIENCE_MS = 5000
const MAX_PAUSE_MS = 2000

export interface MailboxParts {
  store: RunStore
  publisher: LivePublisher
  log: Logger
  /** The number under which this process starts built-in tasks at the moment. */
  holder(): number | null
  /** A run was read from the database, so what is known of it in memory may be old. */
  loaded(picture: Picture): void
  /** A write is durable. */
  changed(before: Picture, after: Picture, changes: Transition['changes']): void
  /** Nothing waits any more. */
  idle(mailbox: Mailbox): void
}

interface Envelope {
  event: RunEvent
  /** Kept until it is decided, however long the database is away. */
  lasting: boolean
  resolve(picture: Picture): void
  reject(error: Error): void
}

/**
 * All that happens to one run in this process, one batch after the other.
 *
 * Modes: `asleep` (nothing waits; the picture may be kept) -> the first event asks for a drain at the end of the
 * turn -> `draining`: everything that waits is folded by `transition` on the picture and written by one statement
 * -> while events have come meanwhile, the next batch -> `asleep`.
 *
 * The picture is a copy: when another process has written the run since, the statement changes nothing, the
 * picture is read anew and the same events are folded again. After any error the picture is forgotten, because
 * the write may have been committed or not; the events name attempts, so a second application is refused.
 */
export class Mailbox {
  readonly runId: string
  private readonly parts: MailboxParts
  private picture: Picture | null
  private waiting: Envelope[] = []
  private draining = false
  private stopped = false

  constructor(runId: string, parts: MailboxParts, picture: Picture | null = null) {
    this.runId = runId
    this.parts = parts
    this.picture = picture
  }

  /** How many tasks the kept picture holds; what the memory of idle runs is bounded by. */
  get weight(): number {
    return this.picture ? this.picture.run.tasks.length + 1 : 0
  }

  get isIdle(): boolean {
    return !this.draining
  }

  get isTerminal(): boolean {
    const status = this.picture?.run.status
    return status === 'completed' || status === 'failed' || status === 'cancelled'
  }

  /**
   * Resolves when the event's changes are durable, with the run as they have left it; rejects with Refused, or with the
   * store's error.
   */
  post(event: RunEvent, lasting: boolean): Promise<Picture> {
    if (this.stopped) return Promise.reject(new EngineStopping())
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, lasting, resolve, reject })
      if (this.draining) return
      this.draining = true
      // At the end of the turn, so that all tasks that end in it are one batch.
      setImmediate(() => void this.drain())
    })
  }

  /** Decides nothing more; what waits is left to the next process. */
  stop(): void {
    this.stopped = true
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0 && !this.stopped) {
      const batch = this.waiting
      this.waiting = []
      await this.decideAll(batch)
    }
    for (const envelope of this.waiting) envelope.reject(new EngineStopping())
    this.draining = false
    this.parts.idle(this)
  }

  private async decideAll(batch: Envelope[]): Promise<void> {
    const from = performance.now()
    for (let tries = 0; !this.stopped; tries++) {
      try {
        await this.decide(batch)
        return
      } catch (thrown) {
        this.picture = null
        const error = toError(thrown)
        const kind = kindOfFault(thrown)
        if (kind === 'data') return this.isolate(batch, error)
        this.parts.log.warn({ err: error, workqueueId: this.runId, tries }, 'a write of a run failed')
        if (performance.now() - from > CALLER_PATIENCE_MS) batch = giveUpCallers(batch, error)
        if (kind === 'unreachable') await pause(Math.min(MAX_PAUSE_MS, 50 * 2 ** tries))
      }
    }
    for (const envelope of batch) envelope.reject(new EngineStopping())
  }

  /** One event of the batch carries what the database will not take; the others go on without it. */
  private async isolate(batch: Envelope[], error: Error): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) return only.reject(error)
    for (const envelope of batch) await this.decideAll([envelope])
  }

  private async decide(batch: Envelope[]): Promise<void> {
    for (;;) {
      const kept = this.picture
      const before = kept ?? (await this.load())
      if (!before) return refuseAll(batch, 'No such workqueue')
      const events = batch.map(({ event }) => event)
      const { picture, changes, outcomes } = transition(before, events, this.parts.holder())
      const empty =
        changes.tasks.length === 0 && changes.logs.length === 0 && !Object.keys(changes.run).length
      if (empty) {
        if (!kept || outcomes.every((outcome) => outcome === null)) return settle(batch, outcomes, before)
        // No write has proved this copy right: what it refuses may fit what another process has written since.
        this.picture = null
        continue
      }
      const messages = messagesOfWrite(before.run, picture.run, changes)
      const { run, tasks, logs } = changes
      const written = await this.parts.store.write({ before: before.run, run, tasks, logs, messages })
      if (!written) {
        this.picture = null
        continue
      }
      const after = { ...picture, run: { ...picture.run, seq: before.run.seq + 1 } }
      this.picture = after
      this.parts.publisher.committed(written.outboxId, messages)
      settle(batch, outcomes, after)
      return this.parts.changed(before, after, changes)
    }
  }

  private async load(): Promise<Picture | null> {
    const run = await this.parts.store.load(this.runId)
    if (!run) return null
    this.picture = pictureOf(run)
    this.parts.loaded(this.picture)
    return this.picture
  }
}

function settle(batch: Envelope[], outcomes: (Refused | null)[], picture: Picture): void {
  batch.forEach((envelope, index) => {
    const refused = outcomes[index]
    if (refused) envelope.reject(refused)
    else envelope.resolve(picture)
  })
}

function refuseAll(batch: Envelope[], reason: string): void {
  for (const envelope of batch) envelope.reject(new Refused(reason))
}

function giveUpCallers(batch: Envelope[], error: Error): Envelope[] {
  for (const envelope of batch) if (!envelope.lasting) envelope.reject(error)
  return batch.filter((envelope) => envelope.lasting)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
