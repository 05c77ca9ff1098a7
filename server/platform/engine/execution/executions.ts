import { setMaxListeners } from 'node:events'
import { isScriptType, type BuiltinType } from '#shared/domains/tasks/contract.ts'
import { toError } from '#server/lib/errors.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createJournal, storable, type Journal } from './attempt-journal.ts'
import { stopperOf } from '../children/cancels.ts'
import { AttemptOver, EngineStopping, Refused, type Actor, type RunEvent } from '../events.ts'
import { TaskFailure, type Executor, type AttemptContext, type RunRef } from '../executor.ts'
import type { Run } from '../run.ts'
import { isBuiltin, type RunTask } from '../task.ts'
import type { AttemptRef, VariableReader } from '../types.ts'
import { inputsForBuiltin, inputsForScript, type ScriptInputs } from '../variables.ts'

export interface ExecutionParts {
  clock: Clock
  log: Logger
  executors: Record<BuiltinType, Executor>
  /** Executes tasks that run a script. */
  runScript: Executor
  /** The attempt of a task is over, or no longer of this process. */
  over(taskId: string): void
  readVariables: VariableReader
  runChildren(run: RunRef, task: ExecutedTask, signal: AbortSignal): AttemptContext['runChildren']
  post(runId: string, event: RunEvent): Promise<void>
  /** Calls the executor of a task, watched. */
  watched<Result>(taskId: string, call: () => Result): Result
}

/** The task of an attempt, without what would stay in memory for as long as the attempt lasts. */
export type ExecutedTask = AttemptContext['task']

export interface Executions {
  /** Makes the executions of this process match a stored task: starts its attempt, or aborts an older one. */
  reconcile(run: Run, task: RunTask, holder: number | null): void
  /** The running attempts. */
  list(): AttemptRef[]
  /** Whether an attempt of the task is under way here. */
  has(taskId: string): boolean
  /** Aborts an attempt whose task this process no longer holds. */
  drop(ref: AttemptRef): void
  /** Aborts everything; nothing more is reported. */
  dropAll(): void
}

interface Execution extends AttemptRef {
  holder: number
  abort: AbortController
  /** Its result is known and being written. */
  finished: boolean
}

/** The attempts of built-in tasks that this process executes. */
export function createExecutions(parts: ExecutionParts): Executions {
  const running = new Map<string, Execution>()

  function drop(execution: Execution, actor: Actor | null = null): void {
    running.delete(execution.taskId)
    if (!execution.finished) execution.abort.abort(new AttemptOver(actor))
    parts.over(execution.taskId)
  }

  function begin(run: Run, task: RunTask, holder: number): void {
    const abort = new AbortController()
    // Each child run that the attempt waits for listens.
    setMaxListeners(0, abort.signal)
    const execution = {
      workqueueId: run.id,
      taskId: task.id,
      attempt: task.attempt,
      holder,
      abort,
      finished: false,
    }
    running.set(task.id, execution)
    void execute({ run: runRef(run), task: taskRef(task), inputs: inputsOf(run, task) }, execution)
  }

  async function inputsOf(run: Run, task: RunTask): Promise<ScriptInputs> {
    if (isScriptType(task.type)) return inputsForScript(task, run, parts.readVariables)
    return { inputs: await inputsForBuiltin(task, run, parts.readVariables), secrets: [] }
  }

  async function execute(work: Work, execution: Execution): Promise<void> {
    const { run, task } = work
    const journal = createJournal(parts, run.id, task, execution.abort.signal)
    const end = await endOf(work, execution.abort.signal, journal)
    const logs = journal.close()
    if (execution.abort.signal.aborted) return
    execution.finished = true
    const about = { at: parts.clock.now(), taskId: task.id, attempt: task.attempt, logs, ...journal.by() }
    await report(run.id, { ...about, ...end })
    if (running.get(task.id) !== execution) return
    running.delete(task.id)
    parts.over(task.id)
  }

  /** Never throws. */
  async function endOf(
    { run, task, inputs: reading }: Work,
    signal: AbortSignal,
    journal: Journal,
  ): Promise<End> {
    try {
      const executor = isScriptType(task.type) ? parts.runScript : parts.executors[task.type as BuiltinType]
      const { inputs, secrets } = await reading
      journal.hide(secrets)
      signal.throwIfAborted()
      const context = {
        task,
        run,
        inputs,
        signal,
        log: journal.add,
        progress: journal.progress,
        version: journal.version,
        runChildren: parts.runChildren(run, task, signal),
      }
      const result = await parts.watched(task.id, () => executor(context))
      return { type: 'ended', result: journal.hidden(result) }
    } catch (thrown) {
      const error = toError(thrown)
      const expected = error instanceof TaskFailure
      if (!expected && !signal.aborted)
        parts.log.error({ err: error, workqueueId: run.id, taskId: task.id }, 'an executor threw')
      const reason = storable(journal.hiddenText(error.message)) || 'Failed without a reason'
      journal.add('error', reason, expected ? error.trace : (error.stack ?? null))
      return { type: 'failed', reason }
    }
  }

  async function report(runId: string, event: Extract<RunEvent, { attempt: number }>): Promise<void> {
    try {
      await parts.post(runId, event)
    } catch (error) {
      const about = { err: error, workqueueId: runId, taskId: event.taskId, attempt: event.attempt }
      if (error instanceof Refused) return parts.log.debug(about, 'a late result was refused')
      if (error instanceof EngineStopping)
        return parts.log.debug(about, 'a result is left to the next process')
      parts.log.error(about, 'the result of a task could not be stored')
      const { at, taskId, attempt } = event
      const failed = {
        at,
        taskId,
        attempt,
        type: 'failed' as const,
        reason: 'Its result could not be stored',
      }
      await parts.post(runId, failed).catch((again: unknown) => {
        parts.log.error({ ...about, err: again }, 'the failure of a task could not be stored')
      })
    }
  }

  return {
    reconcile(run, task, holder) {
      const known = running.get(task.id)
      const underWay = task.status === 'started' && task.holder !== null && task.holder === holder
      if (known && !(underWay && known.attempt === task.attempt && known.holder === holder))
        drop(known, stopperOf(run, task))
      if (underWay && !running.has(task.id) && isBuiltin(task.type)) begin(run, task, holder)
    },
    list: () => [...running.values()].filter((execution) => !execution.finished),
    has: (taskId) => running.has(taskId),
    drop(ref) {
      const known = running.get(ref.taskId)
      if (known?.attempt === ref.attempt) drop(known)
    },
    dropAll() {
      for (const execution of running.values()) drop(execution)
    },
  }
}

interface Work {
  run: RunRef
  task: ExecutedTask
  inputs: Promise<ScriptInputs>
}

const runRef = ({ id, accountId, appId, depth, rootId, priority, trace }: Run): RunRef => ({
  id,
  accountId,
  appId,
  depth,
  rootId,
  priority,
  trace,
})
const taskRef = ({ id, name, type, attempt }: RunTask): ExecutedTask => ({ id, name, type, attempt })

type End = { type: 'ended'; result: Awaited<ReturnType<Executor>> } | { type: 'failed'; reason: string }
