import { toError } from './errors.ts'
import type { Logger } from './logger.ts'

export interface WorkLoopOptions {
  log: Logger
  /** Logged with the error of a step that failed. */
  failure: string
  /** How long changes are collected before `drain`, in milliseconds. */
  collectMs: number
  /** How often there is a turn without a change, in milliseconds. */
  everyMs: number
  /** Does all that waits. `isStopping` says that it should end early. */
  drain(isStopping: () => boolean): Promise<void>
  /** What each turn does after that. */
  look?(): Promise<void>
}

export interface WorkLoop {
  /** Something has changed, or will by a commit that is about to be made: `drain` follows soon. */
  soon(): void
  /** Does all that waits now. */
  drain(): Promise<void>
  /** One whole turn. */
  turn(): Promise<void>
  start(): void
  /** Waits for the step under way. */
  stop(): Promise<void>
}

/**
 * Repeats work in this process, one step after the other: after changes, and regularly for those that other processes make.
 * A step that fails is tried again at the next turn, so it must leave nothing half done; only the first failure in a row is
 * a warning.
 */
export function createWorkLoop({ log, failure, collectMs, everyMs, drain, look }: WorkLoopOptions): WorkLoop {
  let collecting: NodeJS.Timeout | null = null
  let waiting: NodeJS.Timeout | null = null
  let stopping = false
  let failing = false
  let work: Promise<void> = Promise.resolve()

  function run(step: () => Promise<void>): Promise<void> {
    work = work.then(async () => {
      if (stopping) return
      try {
        await step()
        failing = false
      } catch (error) {
        log[failing ? 'debug' : 'warn']({ err: toError(error) }, failure)
        failing = true
      }
    })
    return work
  }

  const drainNow = () => run(() => drain(() => stopping))

  async function turn(): Promise<void> {
    await drainNow()
    if (look) await run(look)
  }

  async function repeat(): Promise<void> {
    await turn()
    if (!stopping) waiting = setTimeout(() => void repeat(), everyMs)
  }

  return {
    soon() {
      if (collecting || stopping) return
      collecting = setTimeout(() => {
        collecting = null
        void drainNow()
      }, collectMs)
    },
    drain: drainNow,
    turn,
    start: () => void repeat(),
    async stop() {
      stopping = true
      if (collecting) clearTimeout(collecting)
      if (waiting) clearTimeout(waiting)
      await work
    },
  }
}
