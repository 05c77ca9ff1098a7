import { toError } from '#server/lib/errors.ts'
import type { FairPermits } from '#server/lib/concurrency.ts'
import type { Logger } from '#server/lib/logger.ts'
import { EngineStopping, Refused, type RunEvent } from './events.ts'
import { kindOfFault } from './faults.ts'
import { failureEventsOf, type FailureFeed } from './history/failure-events.ts'
import { messagesOfWrite } from './live.ts'
import { defaultEngineLimits, type EngineLimits } from './limits/limits.ts'
import { keptBytes, snapshotOf, type Snapshot } from './snapshot.ts'
import type { ProcessWatch } from './process-watch.ts'
import { transition, type Transition } from './transition.ts'
import type { LivePublisher, RunStore, WriteObserver } from './types.ts'

/** How long a caller's event waits for a database that does not answer. */
const CALLER_PATIENCE_MS = 5000
const MAX_PAUSE_MS = 2000
/** What reading a run may take of the permits' size: it is not known before. */
const UNKNOWN_BYTES = defaultEngineLimits.runKept / 2

export interface MailboxParts {
  store: RunStore
  publisher: LivePublisher
  observer: WriteObserver
  failures: FailureFeed
  log: Logger
  limits: EngineLimits
  /** Bounds what is read and written at once, shared out between roots. */
  permits: FairPermits
  /** The number under which this process starts built-in tasks now. */
  holder(): number | null
  watch: Pick<ProcessWatch, 'during'>
  /** A run was read from the database, so what this process knows of it may be outdated. */
  loaded(snapshot: Snapshot): void
  /** A write is durable. */
  changed(before: Snapshot, after: Snapshot, changes: Transition['changes']): void
  /** Called when no event waits. */
  idle(mailbox: Mailbox): void
}

interface Envelope {
  event: RunEvent
  /** Kept until it is applied or refused, however long the database is unavailable. */
  lasting: boolean
  resolve(snapshot: Snapshot): void
  reject(error: Error): void
}

/**
 * Applies everything that happens to one run in this process, in batches.
 *
 * States: `idle` (nothing waits; the snapshot may be kept) -> the first event schedules a drain with
 * setImmediate -> `draining`: `transition` applies all waiting events to the snapshot, one statement writes
 * the result -> the next batch while events have arrived meanwhile -> `idle`.
 *
 * The snapshot is a copy: when another process has written the run first, the statement changes nothing, the
 * snapshot is read again and the same events are applied again. After any error the snapshot is dropped,
 * because the write may have been committed or not; events name attempts, so applying one twice is refused.
 */
export class Mailbox {
  readonly runId: string
  private readonly parts: MailboxParts
  private snapshot: Snapshot | null
  private waiting: Envelope[] = []
  private draining = false
  private stopped = false

  constructor(runId: string, parts: MailboxParts, snapshot: Snapshot | null = null) {
    this.runId = runId
    this.parts = parts
    this.snapshot = snapshot
  }

  /** About the KiB of the kept snapshot, of which a task takes one; limits the memory of idle runs. */
  get weight(): number {
    if (!this.snapshot) return 0
    return this.snapshot.run.tasks.length + 1 + Math.ceil(keptBytes(this.snapshot) / 1024)
  }

  get isIdle(): boolean {
    return !this.draining
  }

  get isTerminal(): boolean {
    const status = this.snapshot?.run.status
    return status === 'completed' || status === 'failed' || status === 'cancelled'
  }

  /**
   * Resolves with the run when the event's changes are durable; rejects with Refused, or with the store's
   * error.
   */
  post(event: RunEvent, lasting: boolean): Promise<Snapshot> {
    if (this.stopped) return Promise.reject(new EngineStopping())
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, lasting, resolve, reject })
      if (this.draining) return
      this.draining = true
      // After the current event loop phase, so that all tasks that end in it are one batch.
      setImmediate(() => void this.drain())
    })
  }

  /** Rejects the waiting events; another process decides them. */
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
        await this.permitted(batch)
        return
      } catch (thrown) {
        this.snapshot = null
        const error = toError(thrown)
        const kind = kindOfFault(thrown)
        if (kind === 'data') return this.isolate(batch, error)
        this.parts.log.warn({ err: error, workqueueId: this.runId, tries }, 'a write of a run failed')
        if (performance.now() - from > CALLER_PATIENCE_MS) batch = rejectCallers(batch, error)
        if (kind === 'unreachable') await pause(Math.min(MAX_PAUSE_MS, 50 * 2 ** tries))
      }
    }
    for (const envelope of batch) envelope.reject(new EngineStopping())
  }

  /** Decides the batch when it is its root's turn. */
  private permitted(batch: Envelope[]): Promise<void> {
    const owner = this.snapshot?.run.rootId ?? this.runId
    const size = this.snapshot ? keptBytes(this.snapshot) : UNKNOWN_BYTES
    const urgent = batch.some(({ event }) => event.type === 'cancel' && !event.above)
    return this.parts.permits.run(owner, () => this.decide(batch), { size, urgent })
  }

  /** An event of the batch contains what the database refuses; the others are applied without it. */
  private async isolate(batch: Envelope[], error: Error): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) return only.reject(error)
    for (const envelope of batch) await this.decideAll([envelope])
  }

  private async decide(batch: Envelope[]): Promise<void> {
    for (;;) {
      const kept = this.snapshot
      const before = kept ?? (await this.load())
      if (!before) return refuseAll(batch, 'No such workqueue')
      const events = batch.map(({ event }) => event)
      const { snapshot, changes, outcomes } = this.parts.watch.during(this.runId, () =>
        transition(before, events, this.parts.holder(), this.parts.limits),
      )
      const empty =
        changes.tasks.length === 0 && changes.logs.length === 0 && !Object.keys(changes.run).length
      if (empty) {
        if (!kept || outcomes.every((outcome) => outcome === null)) return settle(batch, outcomes, before)
        // No write has confirmed this copy: another process may have written what makes the refused event
        // valid.
        this.snapshot = null
        continue
      }
      const messages = messagesOfWrite(before.run, snapshot.run, changes)
      const { run, tasks, past, logs } = changes
      const failures = failureEventsOf(before.run, snapshot, changes, this.parts.failures)
      const write = { before: before.run, run, tasks, past, logs, messages, failures }
      const written = await this.parts.watch.during(this.runId, () => this.parts.store.write(write))
      if (!written) {
        this.snapshot = null
        continue
      }
      const after = { ...snapshot, run: { ...snapshot.run, seq: before.run.seq + 1 } }
      this.snapshot = after
      this.parts.publisher.committed(written.outboxId, messages)
      this.parts.observer.wrote(before.run, after.run, changes)
      if (failures.length > 0) this.parts.failures.committed()
      settle(batch, outcomes, after)
      return this.parts.changed(before, after, changes)
    }
  }

  private async load(): Promise<Snapshot | null> {
    const run = await this.parts.store.load(this.runId)
    if (!run) return null
    this.snapshot = snapshotOf(run)
    this.parts.loaded(this.snapshot)
    return this.snapshot
  }
}

function settle(batch: Envelope[], outcomes: (Refused | null)[], snapshot: Snapshot): void {
  batch.forEach((envelope, index) => {
    const refused = outcomes[index]
    if (refused) envelope.reject(refused)
    else envelope.resolve(snapshot)
  })
}

function refuseAll(batch: Envelope[], reason: string): void {
  for (const envelope of batch) envelope.reject(new Refused(reason))
}

function rejectCallers(batch: Envelope[], error: Error): Envelope[] {
  for (const envelope of batch) if (!envelope.lasting) envelope.reject(error)
  return batch.filter((envelope) => envelope.lasting)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
