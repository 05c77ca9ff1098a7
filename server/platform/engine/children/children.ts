import { isDeepStrictEqual } from 'node:util'
import { selectOutput } from '#shared/domains/workqueues/output.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { FairPermits } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { createChildStarts, MAX_RUN_DEPTH, roomAt } from './child-starts.ts'
import { AttemptOver, type Actor } from '../events.ts'
import { TaskFailure, type ChildRequest, type AttemptContext, type RunRef } from '../executor.ts'
import { limitText, mibText, type EngineLimits } from '../limits/limits.ts'
import type { Parent, Run } from '../run.ts'
import { runEachItem } from './run-items.ts'
import { requireChildState } from '../start-check.ts'
import type { ChildRefusal, NewRun, PlanLookup, RunStore } from '../types.ts'
import { Scale, TooLarge, weightOf } from '../limits/weigh.ts'

export interface ChildrenParts {
  store: RunStore
  findPlan: PlanLookup
  limits: EngineLimits
  permits: FairPermits
  /** Stores and starts a child. */
  start(child: NewChild): Promise<'started' | ChildRefusal>
  /** Without an actor the engine cancels. */
  cancel(runId: string, actor?: Actor): void
}

/** A child run to start, for the run that its task belongs to. */
export interface NewChild {
  id: string
  definition: Definition
  planId: string
  planVersion: number | undefined
  run: RunRef
  parent: Parent
  bounds: NonNullable<NewRun['child']>
}

export interface Children {
  runner(
    run: RunRef,
    task: { id: string; attempt: number },
    signal: AbortSignal,
  ): AttemptContext['runChildren']
  /** A run has ended in this process. */
  ended(run: Pick<Run, 'id' | 'rootId'>): void
  /** Finds children that have ended in another process. */
  poll(): Promise<void>
}

interface Item {
  run: RunRef
  task: { id: string; attempt: number }
  item: number
  request: ChildRequest
  signal: AbortSignal
}

/** Child runs of plan and map tasks, and the tasks of this process that wait for them. */
export function createChildren(parts: ChildrenParts): Children {
  const { store, limits, permits } = parts
  const waiting = new Map<string, () => void>()
  const starts = createChildStarts()

  /** Resolves when the run has ended or the attempt is aborted. */
  function whenEnded(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        waiting.delete(id)
        signal.removeEventListener('abort', done)
        resolve()
      }
      if (signal.aborted) return resolve()
      waiting.set(id, done)
      signal.addEventListener('abort', done)
    })
  }

  /**
   * The child of an earlier attempt if its plan and initial state equal the requested ones; else it is cancelled.
   */
  async function adopted(one: Item): Promise<string | null> {
    const { task, item, request } = one
    const known = task.attempt > 1 ? await store.child(task.id, item) : null
    if (!known || known.status === 'failed' || known.status === 'cancelled') return null
    const { initialState } = (await planOf(one)).definition
    if (known.planId === request.planId && isDeepStrictEqual(known.initialState, initialState))
      return known.id
    parts.cancel(known.id)
    return null
  }

  async function planOf({ run, request }: Item) {
    const found = await parts.findPlan(run.accountId, request.planId)
    if (!found) throw new TaskFailure(`No plan with the id ${request.planId}`)
    const { version: planVersion, ...plan } = found
    const definition: Definition = { ...plan, initialState: merged(plan, request, limits) }
    requireChildState(definition)
    return { definition, planVersion }
  }

  /**
   * Resolves when the child has started under that id, or the attempt has ended. While it waits for room nothing of the
   * plan is in memory.
   */
  async function start(one: Item, id: string): Promise<void> {
    const { run, task, item, request, signal } = one
    const [rootId, depth] = [run.rootId ?? run.id, run.depth + 1]
    const bounds = {
      parentAttempt: task.attempt,
      started: limits.runsBelowRoot,
      live: roomAt(depth, limits),
    }
    const parent = {
      taskId: task.id,
      runId: run.id,
      rootId,
      item,
      attempt: task.attempt,
      depth,
      priority: run.priority,
    }
    const outcome = await starts.run(rootId, depth, async () => {
      if (signal.aborted) return 'parentOver'
      return parts.start({ id, ...(await planOf(one)), planId: request.planId, run, parent, bounds })
    })
    // The run above is over, and this one is being ended too: a failure would be a result of its own.
    if (outcome === 'parentOver') await whenAborted(signal)
    // The statement that stored it may have read the parent before its end was committed.
    else if (signal.aborted) parts.cancel(id, cancelledBy(signal))
    if (outcome === 'tooMany')
      throw new TaskFailure(
        `The workqueue at the top, ${rootId}, has started ${limits.runsBelowRoot} workqueues below it, which is the limit`,
      )
  }

  /** The output state of the item's child. `started` is called when the child is running. */
  async function runOne(one: Item, started: () => void): Promise<JsonObject> {
    const known = await adopted(one)
    const id = known ?? newId()
    const ended = whenEnded(id, one.signal)
    try {
      if (known === null) await start(one, id)
      started()
      // Read after the waiting began, so that an end between the two is not missed.
      if (known !== null && (await store.terminal([id])).length > 0) waiting.get(id)?.()
      await ended
    } finally {
      // A child that could not be started never ends.
      waiting.get(id)?.()
    }
    return outputOf(one, id)
  }

  async function outputOf({ run, signal }: Item, id: string): Promise<JsonObject> {
    const read = () => store.outcome(id)
    const size = limits.runState
    const outcome = signal.aborted ? null : await permits.run(run.rootId ?? run.id, read, { size })
    if (!outcome) throw new TaskFailure('The attempt was ended')
    if (outcome.status !== 'completed')
      throw new TaskFailure(`Child workqueue "${outcome.name}" (${id}) is ${outcome.status}`)
    return selectOutput(outcome.outputsDef, outcome.state)
  }

  return {
    runner: (run, task, signal) => async (requests, concurrency) => {
      if (run.depth >= MAX_RUN_DEPTH)
        throw new TaskFailure(`Workqueues can stand at most ${MAX_RUN_DEPTH} deep`)
      const outputs: JsonObject[] = []
      let bytes = 0
      await runEachItem(requests.length, { concurrency, signal }, async (item, started) => {
        try {
          const output = await runOne({ run, task, item, request: requests.at(item)!, signal }, started)
          outputs[item] = output
          bytes += weightOf(output)
        } catch (error) {
          throw requests.length === 1 ? error : inItem(error, item)
        }
        if (requests.length > 1 && bytes > limits.taskOutputs)
          throw new TaskFailure(resultsText(bytes, limits))
      })
      return outputs
    },
    ended({ id, rootId }) {
      waiting.get(id)?.()
      if (rootId !== null) starts.ended(rootId)
    },
    async poll() {
      const ids = [...waiting.keys()]
      for (let from = 0; from < ids.length; from += 1000) {
        for (const id of await store.terminal(ids.slice(from, from + 1000))) waiting.get(id)?.()
      }
    },
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Who has cancelled the run of an aborted attempt. */
const cancelledBy = ({ reason }: AbortSignal): Actor | undefined =>
  reason instanceof AttemptOver ? (reason.actor ?? undefined) : undefined

export const isOver = (run: Pick<Run, 'status'>) => terminalWorkqueueStatuses.includes(run.status)

/** The plan's initial state with the requested one over it. */
function merged(plan: Definition, request: ChildRequest, limits: EngineLimits): JsonObject {
  const initialState = { ...plan.initialState, ...request.initialState }
  try {
    new Scale('inputs.initialState', limits.runState, 'with that of the plan').value(initialState)
  } catch (error) {
    throw error instanceof TooLarge ? new TaskFailure(error.message) : error
  }
  return initialState
}

const resultsText = (bytes: number, { taskOutputs }: EngineLimits) =>
  `outputs.results: ${mibText(bytes, taskOutputs)}, more than ${limitText(taskOutputs)}`

const inItem = (error: unknown, item: number) =>
  error instanceof TaskFailure ? new TaskFailure(`Item ${item}: ${error.message}`) : error
