import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import { newId } from '#server/lib/ids.ts'
import { deadlineAbove } from '#shared/domains/tasks/rules.ts'
import { ENGINE_ACTOR, Refused, type RunEvent } from './events.ts'
import type { RunLog } from './log.ts'
import type { RunStore, AttemptRef } from './types.ts'

/** Times of the sweep, in milliseconds. */
export interface SweepPace {
  period: number
  /** After the start, which is over before work that may harm the process is taken over. */
  first: number
  /**
   * Attempts of a process that died in trouble are taken over this long after the start, so that what kills this process
   * too does not prevent the start.
   */
  caution: number
}

const defaultPace: SweepPace = { period: 1000, first: 500, caution: 3000 }
/** Rows of each kind in one sweep; when there are more, the next sweep follows at once. */
const BATCH = 500

export interface SweepParts {
  store: RunStore
  clock: Clock
  log: Logger
  /** The number of this process; null while it has none. */
  holder(): number | null
  /** This process's own number is not alive in the database. */
  ownHolderLost(): void
  post(runId: string, event: RunEvent): Promise<void>
  /** Counts the deaths of processes and sets runs aside; before their attempts are taken over. */
  reviewDeaths(): Promise<void>
  /** The next attempt of the task is followed closely: the process of this one died in trouble. */
  suspect(taskId: string): void
  /** Further checks of each sweep. */
  checkMore(): Promise<void>
  /** Replaces times. */
  pace?: Partial<SweepPace> | undefined
}

export interface Sweep {
  start(): void
  /** Resolves when no sweep is running. */
  stop(): Promise<void>
}

/**
 * Finds missed work: attempts of dead processes, retries, time-outs and deadlines whose timers ended with their process,
 * queued built-in tasks, children whose parent no longer waits. Any process may sweep at any time: events
 * name attempts or moments, so a second one is refused.
 */
export function createSweep({
  store,
  clock,
  log,
  holder,
  ownHolderLost,
  post,
  reviewDeaths,
  suspect,
  checkMore,
  pace: replaced,
}: SweepParts): Sweep {
  const pace = { ...defaultPace, ...replaced }
  const from = performance.now()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let stopped = false

  async function once(): Promise<boolean> {
    const at = clock.now()
    await reviewDeaths()
    const due = await store.due(at, BATCH)
    const own = holder()
    const abandoned = due.abandoned.filter(
      ({ troubled }) => !troubled || performance.now() - from > pace.caution,
    )
    for (const task of abandoned) if (task.troubled) suspect(task.taskId)
    if (own !== null && due.abandoned.some((task) => task.holder === own)) ownHolderLost()
    const events: [string, RunEvent][] = [
      ...abandoned
        .filter((task) => task.holder !== own)
        .map((task) =>
          event(task, { at, ...attemptOf(task), type: 'leaseLost', logs: [takeoverEntry(task, at)] }),
        ),
      ...due.retries.map((task) => event(task, { at, ...attemptOf(task), type: 'retryDue' })),
      ...due.timeouts.map((task) => event(task, { at, ...attemptOf(task), type: 'timedOut' })),
      ...due.deadlines.map(({ workqueueId, taskId, due: moment }): [string, RunEvent] => [
        workqueueId,
        { at, type: 'deadlinePassed', taskId, due: moment },
      ]),
      ...due.orphans.map(({ workqueueId, cancelledBy, reasonAbove }): [string, RunEvent] => [
        workqueueId,
        { at, type: 'cancel', actor: cancelledBy ?? deadlineAbove(reasonAbove) ?? ENGINE_ACTOR, above: true },
      ]),
    ]
    if (own !== null)
      for (const task of due.unclaimed)
        events.push(event(task, { at, taskId: task.taskId, type: 'taken', holder: own }))
    await Promise.all(events.map(([runId, what]) => post(runId, what).catch(logUnlessRefused)))
    await checkMore()
    return Object.values({ ...due, abandoned }).some((found) => found.length >= BATCH)
  }

  function logUnlessRefused(error: unknown): void {
    if (!(error instanceof Refused) && !stopped) log.warn({ err: error }, 'a swept event failed')
  }

  async function run(): Promise<void> {
    let more = false
    try {
      more = await once()
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'the sweep failed and will be tried again')
    }
    if (!stopped) timer = setTimeout(() => (underWay = run()), more ? 0 : pace.period)
  }

  return {
    start() {
      timer = setTimeout(() => (underWay = run()), pace.first)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      return underWay
    },
  }
}

const event = (task: AttemptRef, what: RunEvent): [string, RunEvent] => [task.workqueueId, what]
const attemptOf = ({ taskId, attempt }: AttemptRef) => ({ taskId, attempt })

function takeoverEntry({ taskId, attempt }: AttemptRef, at: number): RunLog {
  return {
    id: newId(at),
    taskId,
    attempt,
    timestamp: at,
    level: 'warn',
    message: `The process that executed attempt ${attempt} has ended; attempt ${attempt + 1} follows`,
    stacktrace: null,
  }
}
