import { isDeepStrictEqual } from 'node:util'
import { selectOutput } from '#shared/domains/workqueues/rules.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { newId } from '#server/lib/ids.ts'
import { TaskFailure, type ChildRequest, type AttemptContext } from './executor.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import type { Parent } from './run.ts'
import type { ChildRun, PlanLookup, RunStore } from './types.ts'

/** How deep child workqueues may be nested: a plan that starts itself fails here. */
const MAX_DEPTH = 16

export interface ChildrenParts {
  store: RunStore
  findPlan: PlanLookup
  /** Stores and starts a child; false when the parent's attempt has ended. */
  start(id: string, definition: Definition, run: Run, planId: string, parent: Parent): Promise<boolean>
  cancel(runId: string): void
}

export interface Children {
  runner(run: Run, task: RunTask, signal: AbortSignal): AttemptContext['runChildren']
  /** A run has ended in this process. */
  ended(runId: string): void
  /** Finds children that have ended in another process. */
  poll(): Promise<void>
}

/** Child runs of plan and map tasks, and the tasks of this process that wait for them. */
export function createChildren(parts: ChildrenParts): Children {
  const waiting = new Map<string, () => void>()

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
   * Adopts a child of an earlier attempt if its plan and initial state equal the requested ones; else cancels
   * it.
   */
  async function adopt(
    known: ChildRun | undefined,
    request: ChildRequest,
    initialState: JsonObject,
    signal: AbortSignal,
  ) {
    if (!known || known.status === 'failed' || known.status === 'cancelled') return null
    if (known.planId !== request.planId || !isDeepStrictEqual(known.initialState, initialState)) {
      parts.cancel(known.id)
      return null
    }
    const ended = whenEnded(known.id, signal)
    // Read after the waiting began, so that an end between the two is not missed.
    const over = await parts.store.terminal([known.id])
    if (over.length > 0) waiting.get(known.id)?.()
    await ended
    return known.id
  }

  async function runOne(
    run: Run,
    task: RunTask,
    request: ChildRequest,
    item: number,
    known: ChildRun | undefined,
    signal: AbortSignal,
  ) {
    const plan = await parts.findPlan(run.accountId, request.planId)
    if (!plan) throw new TaskFailure(`No plan with the id ${request.planId}`)
    const initialState = { ...plan.initialState, ...request.initialState }
    let id = await adopt(known, request, initialState, signal)
    if (id === null) {
      id = newId()
      const ended = whenEnded(id, signal)
      const parent = { taskId: task.id, item, attempt: task.attempt, depth: run.depth + 1 }
      const started = await parts.start(id, { ...plan, initialState }, run, request.planId, parent)
      if (!started) waiting.get(id)?.()
      await ended
    }
    const outcome = signal.aborted ? null : await parts.store.outcome(id)
    if (!outcome) throw new TaskFailure('The attempt was ended')
    if (outcome.status !== 'completed')
      throw new TaskFailure(`Child workqueue "${outcome.name}" (${id}) is ${outcome.status}`)
    return selectOutput(outcome.outputsDef, outcome.state)
  }

  return {
    runner: (run, task, signal) => async (requests, concurrency) => {
      if (run.depth >= MAX_DEPTH) throw new TaskFailure(`Workqueues can stand at most ${MAX_DEPTH} deep`)
      const known = new Map((await parts.store.children(task.id)).map((child) => [child.item, child]))
      const outputs: JsonObject[] = []
      let next = 0
      let failed = false
      const lane = async () => {
        while (next < requests.length && !failed && !signal.aborted) {
          const item = next++
          try {
            outputs[item] = await runOne(run, task, requests[item]!, item, known.get(item), signal)
          } catch (error) {
            failed = true
            throw requests.length === 1 ? error : inItem(error, item)
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, lane))
      return outputs
    },
    ended(runId) {
      waiting.get(runId)?.()
    },
    async poll() {
      const ids = [...waiting.keys()]
      for (let from = 0; from < ids.length; from += 1000) {
        for (const id of await parts.store.terminal(ids.slice(from, from + 1000))) waiting.get(id)?.()
      }
    },
  }
}

export const isOver = (run: Pick<Run, 'status'>) => terminalWorkqueueStatuses.includes(run.status)

const inItem = (error: unknown, item: number) =>
  error instanceof TaskFailure ? new TaskFailure(`Item ${item}: ${error.message}`) : error
