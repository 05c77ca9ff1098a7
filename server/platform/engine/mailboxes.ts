import { EngineStopping, type RunEvent } from './events.ts'
import { Mailbox, type MailboxParts } from './mailbox.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * About the KiB of idle runs kept in memory. Beyond it the run that was idle longest is dropped, and read again
 * at its next event.
 */
const KEPT_KIB = 100_000

export interface Mailboxes {
  /**
   * Resolves with the run after the event. `lasting`: the event must not be lost while this process lives;
   * other events are rejected when the database stays unavailable.
   */
  post(runId: string, event: RunEvent, lasting?: boolean): Promise<Snapshot>
  /** Keeps the snapshot of a run that was just stored. */
  keep(snapshot: Snapshot): void
  /** Resolves when no write is in progress; waiting events are rejected. */
  stop(): Promise<void>
}

/** The mailboxes of this process. */
export function createMailboxes(parts: Omit<MailboxParts, 'idle'>): Mailboxes {
  const mailboxes = new Map<string, Mailbox>()
  const weights = new Map<string, number>()
  let kept = 0
  let stopped = false
  let stopping: (() => void) | null = null

  function weigh(runId: string, weight: number): void {
    kept += weight - (weights.get(runId) ?? 0)
    if (weight > 0) weights.set(runId, weight)
    else weights.delete(runId)
  }

  function rested(mailbox: Mailbox): void {
    // Last in the map: idle runs are in the order in which they became idle.
    mailboxes.delete(mailbox.runId)
    weigh(mailbox.runId, mailbox.isTerminal ? 0 : mailbox.weight)
    if (mailbox.weight > 0 && !mailbox.isTerminal) mailboxes.set(mailbox.runId, mailbox)
    if (kept > KEPT_KIB) forgetOldest()
    if (stopping && [...mailboxes.values()].every((each) => each.isIdle)) stopping()
  }

  function forgetOldest(): void {
    for (const [runId, mailbox] of mailboxes) {
      if (kept <= KEPT_KIB) return
      if (!mailbox.isIdle) continue
      mailboxes.delete(runId)
      weigh(runId, 0)
    }
  }

  return {
    post(runId, event, lasting = false) {
      if (stopped) return Promise.reject(new EngineStopping())
      let mailbox = mailboxes.get(runId)
      if (!mailbox) mailboxes.set(runId, (mailbox = new Mailbox(runId, { ...parts, idle: rested })))
      return mailbox.post(event, lasting)
    },
    keep(snapshot) {
      rested(new Mailbox(snapshot.run.id, { ...parts, idle: rested }, snapshot))
    },
    async stop() {
      stopped = true
      for (const mailbox of mailboxes.values()) mailbox.stop()
      if ([...mailboxes.values()].every((each) => each.isIdle)) return
      await new Promise<void>((resolve) => (stopping = resolve))
    },
  }
}
