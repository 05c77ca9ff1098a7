import { EngineStopping, type RunEvent } from './events.ts'
import { Mailbox, type MailboxParts } from './mailbox.ts'
import type { Picture } from './picture.ts'

/** Tasks of idle runs kept in memory; beyond it the run that was idle longest is read again when it moves. */
const KEPT_TASKS = 100_000

export interface Runs {
  /**
   * Answers the run as the event has left it. `lasting`: the event must not be lost while this process lives; a caller's
   * call is given up after a while.
   */
  post(runId: string, event: RunEvent, lasting?: boolean): Promise<Picture>
  /** Keeps the picture of a run that was just stored. */
  keep(picture: Picture): void
  /** Resolves when no write is under way; what waits is not decided any more. */
  stop(): Promise<void>
}

/** The mailboxes of this process. */
export function createRuns(parts: Omit<MailboxParts, 'idle'>): Runs {
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
    // Last in the map: idle runs stand in the order in which they came to rest.
    mailboxes.delete(mailbox.runId)
    weigh(mailbox.runId, mailbox.isTerminal ? 0 : mailbox.weight)
    if (mailbox.weight > 0 && !mailbox.isTerminal) mailboxes.set(mailbox.runId, mailbox)
    if (kept > KEPT_TASKS) forgetOldest()
    if (stopping && [...mailboxes.values()].every((each) => each.isIdle)) stopping()
  }

  function forgetOldest(): void {
    for (const [runId, mailbox] of mailboxes) {
      if (kept <= KEPT_TASKS) return
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
    keep(picture) {
      rested(new Mailbox(picture.run.id, { ...parts, idle: rested }, picture))
    },
    async stop() {
      stopped = true
      for (const mailbox of mailboxes.values()) mailbox.stop()
      if ([...mailboxes.values()].every((each) => each.isIdle)) return
      await new Promise<void>((resolve) => (stopping = resolve))
    },
  }
}
