import type { JsonObject } from '#shared/lib/json.ts'
import type { RunLog } from './log.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import type { TaskResult } from './types.ts'

/** A failure caused by the user's data or plan: its message is the task's reason. */
export class TaskFailure extends Error {
  /** The stack trace in the task's log. */
  readonly trace: string | null

  constructor(reason: string, trace: string | null = null) {
    super(reason)
    this.name = 'TaskFailure'
    this.trace = trace
  }
}

/** A child run that a task requests. */
export interface ChildRequest {
  planId: string
  /** Merged over the plan's own initial state. */
  initialState: JsonObject
}

/** The child runs that a task requests, by item. They are made one by one, because a map has up to 10,000. */
export interface ChildRequests {
  readonly length: number
  at(item: number): ChildRequest | undefined
}

/** The run of an attempt. Not the run itself, which would stay in memory for as long as the attempt lasts. */
export type RunRef = Pick<Run, 'id' | 'accountId' | 'appId' | 'depth' | 'rootId' | 'priority' | 'trace'>

/** One attempt of one task, as its executor sees it. */
export interface AttemptContext {
  task: Pick<RunTask, 'id' | 'name' | 'type' | 'attempt'>
  run: RunRef
  inputs: JsonObject
  /** Aborted when the attempt ends before its executor does; the result is then ignored. */
  signal: AbortSignal
  log(level: RunLog['level'], message: string): void
  progress(part: number): void
  /** Names the version of what executes the attempt. */
  version(version: string): void
  /**
   * Runs child workqueues, at most `concurrency` at once, and resolves with their output states in order.
   * Takes over children that an earlier attempt left running or completed. Rejects when the first child
   * fails.
   */
  runChildren(requests: ChildRequests, concurrency: number): Promise<JsonObject[]>
}

/** Executes tasks of one built-in type. Throwing fails the attempt. */
export type Executor = (work: AttemptContext) => Promise<TaskResult>
