import type { BuiltinType } from '#shared/domains/tasks/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createFairPermits } from '#server/lib/concurrency.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import { builtinExecutors } from './builtin-executors.ts'
import { createCalls } from './calls/calls.ts'
import { createRunStarts } from './calls/run-starts.ts'
import { createCancels } from './children/cancels.ts'
import { createChildren, isOver } from './children/children.ts'
import { createDeaths } from './deaths.ts'
import { Refused, type RunEvent } from './events.ts'
import { createEffects } from './execution/effects.ts'
import { createExecutions } from './execution/executions.ts'
import { createScriptTurns } from './execution/script-turns.ts'
import { TaskFailure, type Executor } from './executor.ts'
import { noFailureFeed, type FailureFeed } from './history/failure-events.ts'
import { defaultEngineLimits, type EngineLimits } from './limits/limits.ts'
import { createMailboxes } from './mailboxes.ts'
import { createOwnHolder } from './own-holder.ts'
import { noWatch, type ProcessWatch } from './process-watch.ts'
import { createSweep, type SweepPace } from './sweep.ts'
import { createTimers } from './timers.ts'
import type { Engine, LivePublisher, PlanLookup, RunStore, VariableReader, WriteObserver } from './types.ts'

export interface EngineParts {
  store: RunStore
  clock: Clock
  log: Logger
  findPlan: PlanLookup
  /** Absent: no app has variables. */
  readVariables?: VariableReader
  publisher: LivePublisher
  /** Absent: nothing counts what this process writes. */
  observer?: WriteObserver
  /** Takes failed attempts. Absent: they wait in the database. */
  failures?: FailureFeed
  /** Replaces executors of built-in types. */
  executors?: Partial<Record<BuiltinType, Executor>>
  /** Executes tasks that run scripts, so many at once. Absent: they fail. */
  scripts?: { run: Executor; atOnce: number }
  /** Replaces limits. */
  limits?: Partial<EngineLimits>
  /** Replaces times of the sweep. */
  pace?: Partial<SweepPace>
  /** Absent: the cause of a death of this process is not known. */
  watch?: ProcessWatch
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}

/** Fewer than the connections of the pool, so that calls always get one. */
const CONCURRENT_WRITES = 8
/** About what these may read and write together, in bytes of JSON; it takes a few times as much memory. */
const CONCURRENT_BYTES = 2 * defaultEngineLimits.runKept

/**
 * The engine of one platform process. Several may work on one database. A run is an actor: its `mailbox`
 * applies events by the pure `transition` and writes the result with one statement, which changes nothing
 * when another process has written the run first. The effects of a write on this process follow from the
 * rows (`effects`): attempts to start or abort (`executions`), timers to set (`timers`), children to
 * cancel, a waiting parent to resume (`children`). Work that a process missed, because it exited or did not
 * run, is found in the same rows by the `sweep` of any process. `ownHolder` proves that a process is alive.
 */
export function createEngine({
  store,
  clock,
  log,
  findPlan,
  readVariables = async () => new Map(),
  publisher,
  observer = { wrote() {} },
  failures = noFailureFeed,
  executors,
  scripts = noScripts,
  limits: replaced,
  pace,
  watch = noWatch,
  tracing,
}: EngineParts): Engine {
  const limits = { ...defaultEngineLimits, ...replaced }
  const permits = createFairPermits(CONCURRENT_WRITES, CONCURRENT_BYTES)
  /** Tasks that were executed when a process died in trouble. */
  const suspects = new Set<string>()
  const timers = createTimers(() => clock.now())
  const ownHolder = createOwnHolder(store, log, () => executions.dropAll(), watch.under)
  const post = async (runId: string, event: RunEvent): Promise<void> =>
    void (await runs.post(runId, event, true))
  const cancels = createCancels({ clock, postQuietly, logUnlessRefused })
  const starts = createRunStarts({
    store,
    clock,
    limits,
    permits,
    publisher,
    observer,
    failures,
    tracing,
    holder: ownHolder.number,
    stored(snapshot) {
      runs.keep(snapshot)
      effects.settled(snapshot.run, snapshot.run.tasks)
      if (isOver(snapshot.run)) children.ended(snapshot.run)
    },
  })
  const children = createChildren({
    store,
    findPlan,
    limits,
    permits,
    start: starts.beginChild,
    cancel: cancels.cancelQuietly,
  })
  const executions = createExecutions({
    clock,
    log,
    executors: { ...builtinExecutors, ...executors },
    runScript: scripts.run,
    over: (taskId) => scriptTurns.over(taskId),
    readVariables,
    runChildren: children.runner,
    post,
    watched: (taskId, call) =>
      suspects.has(taskId) ? watch.follow(taskId, call) : watch.during(taskId, call),
  })
  const scriptTurns = createScriptTurns(scripts.atOnce, async ({ workqueueId, taskId, attempt }) => {
    const holder = ownHolder.number()
    if (holder === null) return false
    try {
      await post(workqueueId, { type: 'taken', at: clock.now(), taskId, attempt, holder })
    } catch (error) {
      logUnlessRefused(error)
    }
    return executions.has(taskId)
  })
  const effects = createEffects({
    store,
    clock,
    timers,
    executions,
    scriptTurns,
    suspects,
    holder: ownHolder.number,
    postQuietly,
    cancelAll: cancels.cancelAll,
  })
  const runs = createMailboxes({
    store,
    publisher,
    observer,
    failures,
    log,
    limits,
    permits,
    watch,
    holder: ownHolder.number,
    loaded: ({ run }) => effects.settled(run, run.tasks),
    changed(_before, { run }, { tasks }) {
      effects.settled(
        run,
        tasks.map(({ task }) => task),
      )
      if (isOver(run)) children.ended(run)
      if (run.status === 'cancelled' && run.rootId === null)
        cancels.cancelAll(store.liveBelow(run.id), run.updatedBy)
    },
  })
  const calls = createCalls({ store, clock, tracing, post: (runId, event) => runs.post(runId, event) })
  const deaths = createDeaths({ store, clock, log, post })
  const sweep = createSweep({
    store,
    clock,
    log,
    holder: ownHolder.number,
    ownHolderLost: ownHolder.renew,
    post,
    reviewDeaths: deaths.review,
    suspect: (taskId) => suspects.add(taskId),
    checkMore: async () => {
      await children.poll()
      await dropLostAttempts()
      if (scriptTurns.hungry) for (const script of await store.waitingScripts()) scriptTurns.offer(script)
    },
    pace,
  })

  /** Posts an event that the sweep posts again when this fails. */
  function postQuietly(runId: string, event: RunEvent): void {
    post(runId, event).catch(logUnlessRefused)
  }

  function logUnlessRefused(error: unknown): void {
    if (!(error instanceof Refused)) log.debug({ err: error }, 'left to the sweep')
  }

  /** Aborts attempts that another process has ended or taken over. */
  async function dropLostAttempts(): Promise<void> {
    const [number, listed] = [ownHolder.number(), executions.list()]
    if (number === null || listed.length === 0) return
    const found = await store.heldAttempts(
      number,
      listed.map(({ taskId }) => taskId),
    )
    const held = new Set(found.map(({ taskId, attempt }) => `${taskId} ${attempt}`))
    for (const ref of listed) if (!held.has(`${ref.taskId} ${ref.attempt}`)) executions.drop(ref)
  }

  return {
    startWorkqueue: starts.startWorkqueue,
    ...calls,
    async start() {
      await ownHolder.start()
      sweep.start()
    },
    async stop() {
      scriptTurns.stop()
      executions.dropAll()
      timers.stop()
      await sweep.stop()
      await runs.stop()
      executions.dropAll()
      timers.stop()
      await ownHolder.stop()
    },
  }
}

const noScripts = {
  run: () => Promise.reject(new TaskFailure('This platform runs no scripts')),
  atOnce: 1,
}
