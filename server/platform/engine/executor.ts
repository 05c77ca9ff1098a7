import type { JsonObject } from '#shared/lib/json.ts'
import type { RunLog } from './log.ts'
import type { RunTask } from './task.ts'
import type { TaskResult } from './types.ts'

/** A failure that the user's own data or plan has caused: its message is the task's reason. */
export class TaskFailure extends Error {
  /** What the task's log shows as stack trace. */
  readonly trace: string | null

  constructor(reason: string, trace: string | null = null) {
    super(reason)
    this.name = 'TaskFailure'
    this.trace = trace
  }
}

/** One child run that a task wants: a plan and what it begins with. */
export interface ChildRequest {
  planId: string
  /** Laid over the plan's own initial state. */
  initialState: JsonObject
}

/** One attempt of one task, as its executor sees it. */
export interface Work {
  task: Pick<RunTask, 'id' | 'name' | 'type' | 'attempt'>
  run: { id: string; accountId: string; appId: string; depth: number }
  inputs: JsonObject
  /** Aborted when the attempt is over for any other reason than its own end; what it then does is ignored. */
  signal: AbortSignal
  log(level: RunLog['level'], message: string): void
  progress(part: number): void
  /**
   * Runs child workqueues, at most `concurrency` at once, and answers their output states in order. Children
   * that an earlier attempt left running or completed are taken over. Fails with the first child that fails.
   */
  runChildren(requests: readonly ChildRequest[], concurrency: number): Promise<JsonObject[]>
}

/** Executes tasks of one built-in type. Throwing fails the attempt. */
export type Executor = (work: Work) => Promise<TaskResult>
