import { isScriptType, type BuiltinType } from '#shared/domains/tasks/contract.ts'
import { isTerminalTask } from '#shared/domains/tasks/rules.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createFairPermits } from '#server/lib/concurrency.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { SpanAttributes, Tracing } from '#server/lib/telemetry/tracing.ts'
import { builtinExecutors } from './builtin-executors.ts'
import { createChildren, isOver, type NewChild } from './children/children.ts'
import { Refused, type Actor, type RunEvent } from './events.ts'
import { createDeaths } from './deaths.ts'
import { createExecutions } from './execution/executions.ts'
import { TaskFailure, type Executor } from './executor.ts'
import { failureEventsOf, noFailureFeed, type FailureFeed } from './history/failure-events.ts'
import { createOwnHolder } from './own-holder.ts'
import { defaultEngineLimits, type EngineLimits } from './limits/limits.ts'
import { messagesOfNewRun } from './live.ts'
import { newRun } from './run.ts'
import { keptBytes, snapshotOf, type Snapshot } from './snapshot.ts'
import { createMailboxes } from './mailboxes.ts'
import { noWatch, type ProcessWatch } from './process-watch.ts'
import { createScriptTurns } from './execution/script-turns.ts'
import { startable } from './start-check.ts'
import { createSweep, type SweepPace } from './sweep.ts'
import { createTimers } from './timers.ts'
import { traceOfAttempt } from './history/trace.ts'
import { transition } from './transition.ts'
import { ENGINE_ACTOR } from './events.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import type {
  ChildRefusal,
  Engine,
  LivePublisher,
  NewRun,
  PlanLookup,
  RunStore,
  VariableReader,
  WriteObserver,
} from './types.ts'
import type { StartOptions } from './run.ts'

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
 * rows, in `settled`: attempts to start or abort (`executions`), timers to set (`timers`), children to
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
  const children = createChildren({
    store,
    findPlan,
    limits,
    permits,
    start: beginChild,
    cancel: cancelQuietly,
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
    loaded: ({ run }) => {
      watchDeadline(run.id, null, run)
      for (const task of run.tasks) settled(run, task)
    },
    changed(_before, { run }, { tasks }) {
      watchDeadline(run.id, null, run)
      for (const { task } of tasks) settled(run, task)
      if (isOver(run)) children.ended(run)
      if (run.status === 'cancelled' && run.rootId === null) cancelAll(store.liveBelow(run.id), run)
    },
  })
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

  /** Makes this process do what the stored task requires. */
  function settled(run: Run, task: RunTask): void {
    executions.reconcile(run, task, ownHolder.number())
    if (isTerminalTask(task.status)) suspects.delete(task.id)
    const { id, attempt } = task
    if (isScriptType(task.type)) {
      if (task.status === 'queued')
        scriptTurns.offer({ accountId: run.accountId, workqueueId: run.id, taskId: id, attempt })
      else scriptTurns.withdraw(id)
    }
    if (task.status === 'retry' && task.retryTime !== null) setTimer('retryDue', task.retryTime)
    else if (task.status === 'started' && task.deadline !== null) setTimer('timedOut', task.deadline)
    else timers.clear(id)
    watchDeadline(run.id, id, task)
    if (task.status !== 'started' && task.status !== 'ended' && task.attempt > 0 && isParent(task))
      cancelAll(store.liveChildren([task.id]), run)

    function setTimer(type: 'retryDue' | 'timedOut', at: number): void {
      timers.set(id, at, () => {
        post(run.id, { type, at: clock.now(), taskId: id, attempt }).catch(logUnlessRefused)
      })
    }
  }

  /** Sets the timer of the deadline of a run, or of a task of it. */
  function watchDeadline(runId: string, taskId: string | null, { deadlineMs, due }: RunTask | Run): void {
    if (deadlineMs === null) return
    const key = `deadline:${taskId ?? runId}`
    if (due === null) timers.clear(key)
    else
      timers.set(key, due, () => {
        post(runId, { type: 'deadlinePassed', at: clock.now(), taskId, due }).catch(logUnlessRefused)
      })
  }

  /** Cancels runs below `run`, for who cancelled it. The sweep cancels those that this fails to cancel. */
  function cancelAll(found: Promise<string[]>, { status, updatedBy }: Run): void {
    const actor = (status === 'cancelled' && updatedBy) || ENGINE_ACTOR
    found.then((ids) => ids.forEach((id) => cancelQuietly(id, actor))).catch(logUnlessRefused)
  }

  function cancelQuietly(runId: string, actor: Actor = ENGINE_ACTOR): void {
    post(runId, { type: 'cancel', at: clock.now(), actor, above: true }).catch(logUnlessRefused)
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

  async function begin(id: string, definition: Definition, options: StartOptions): Promise<void> {
    const begun = { 'workqueue.id': id, ...(options.planId && { 'plan.id': options.planId }) }
    await inSpan('start workqueue', options.trace, begun, async (trace) => {
      const at = clock.now()
      const run = newRun(id, definition, { ...options, trace }, at, null)
      await storeNew(run, at, { occurrence: options.occurrence })
    })
  }

  /** `work` is given the `traceparent` of its span; undefined without traces, or when this one is not sampled. */
  async function inSpan(
    name: string,
    parent: string | undefined,
    attributes: SpanAttributes,
    work: (trace?: string) => Promise<unknown>,
  ): Promise<void> {
    const span = tracing?.start({ name, parent, attributes })
    try {
      await work(span?.isSampled ? span.traceparent : undefined)
    } catch (error) {
      span?.fail()
      throw error
    } finally {
      span?.end()
    }
  }

  async function beginChild({ id, definition, planId, planVersion, run, parent, bounds }: NewChild) {
    const at = clock.now()
    const origin = planVersion === undefined ? { planId } : { planId, planVersion }
    const trace = traceOfAttempt(run, parent) ?? undefined
    const options = { accountId: run.accountId, appId: run.appId, actor: ENGINE_ACTOR, trace, ...origin }
    return storeNew(newRun(id, definition, options, at, parent), at, { child: bounds })
  }

  async function storeNew(
    run: Run,
    at: number,
    bounds: Pick<NewRun, 'child' | 'occurrence'>,
  ): Promise<'started' | ChildRefusal> {
    const fresh = snapshotOf(run)
    const { snapshot, changes } = transition(fresh, [{ type: 'begin', at }], ownHolder.number(), limits)
    const messages = messagesOfNewRun(snapshot.run, changes)
    const events = failureEventsOf(null, snapshot, changes, failures)
    const create = () => store.create(snapshot.run, { messages, failures: events, ...bounds })
    const stored = await permits.run(run.rootId ?? run.id, create, { size: 2 * keptBytes(snapshot) })
    if (typeof stored === 'string') return stored
    publisher.committed(stored.outboxId, messages)
    observer.wrote(null, snapshot.run, changes)
    if (events.length > 0) failures.committed()
    runs.keep(snapshot)
    watchDeadline(run.id, null, snapshot.run)
    for (const task of snapshot.run.tasks) settled(snapshot.run, task)
    if (isOver(snapshot.run)) children.ended(snapshot.run)
    return 'started'
  }

  async function runOf(accountId: string, taskId: string): Promise<string> {
    const runId = await store.runOfTask(accountId, taskId)
    if (runId === null) throw new AppError('NOT_FOUND')
    return runId
  }

  async function ask(runId: string, event: RunEvent): Promise<Snapshot> {
    try {
      return await runs.post(runId, event)
    } catch (error) {
      throw error instanceof Refused ? new AppError('CONFLICT', error.message) : error
    }
  }

  return {
    async startWorkqueue(definition, options) {
      const checked = startable(definition)
      const id = options.id ?? newId(clock.now())
      await begin(id, checked, options)
      return id
    },
    async cancelWorkqueue(accountId, workqueueId, actor) {
      if (!(await store.isRunOf(accountId, workqueueId))) throw new AppError('NOT_FOUND')
      await ask(workqueueId, { type: 'cancel', at: clock.now(), actor })
    },
    async restartTask(accountId, taskId, actor, { trace: parent, ...how } = {}) {
      const runId = await runOf(accountId, taskId)
      await inSpan('restart task', parent, { 'workqueue.id': runId, 'task.id': taskId }, (trace) =>
        ask(runId, {
          type: 'restart',
          at: clock.now(),
          taskId,
          actor,
          ...how,
          ...(trace === undefined ? {} : { trace }),
        }),
      )
    },
    async endTask(accountId, taskId, actor, act) {
      await ask(await runOf(accountId, taskId), { ...act, at: clock.now(), taskId, actor })
    },
    async fromWorker(workqueueId, event) {
      const { run, graph } = await ask(workqueueId, event)
      const task = run.tasks[graph.positionById.get(event.taskId) ?? -1]
      if (!task) throw new Error(`The run ${workqueueId} has no task ${event.taskId}`)
      return { task, run }
    },
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

const isParent = ({ type }: RunTask) => type === 'task.workforce.plan' || type === 'task.workforce.map'
