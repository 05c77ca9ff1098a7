import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { Why } from './contract.ts'

/** The fields of a task that its cause follows from; moments are ISO strings. */
export interface WhyTask {
  id: string
  name: string
  type: string
  alias: string
  version: string | null
  hostName: string | null
  status: string
  attempt: number | null
  /** Executions since the last restart; absent on a platform that does not answer it. */
  tries?: number | null
  retry: { max: number } | null
  queued: string | null
  started: string | null
  ended: string | null
  retryTime: string | null
  reason: string | null
  depends: readonly string[]
  condition: Json
  continueOnError: boolean
  /** What the evaluator of the condition has seen; absent where it is not known. */
  conditionText?: string | null
  /** What its definition says of its time; absent or null where it says nothing. */
  expectedMs?: number | null
  deadlineMs?: number | null
  /** Since when it is past its deadline. */
  late?: string | null
}

/** How long a task usually runs. */
export interface UsualTask {
  medianMs: number | null
  p95Ms: number | null
}

/** A run with what is known about it. What is unknown is null or empty: the sentence then says less. */
export interface WhyRun {
  status: string
  started: string | null
  ended: string | null
  /** Milliseconds in which a task ran or was ready to run, up to now; null when not known. */
  activeMs: number | null
  /** When a task of it was restarted last, where `tasks` are only those that its cause needs. */
  restarted?: string | null
  updatedBy: string | null
  errorTasks: readonly string[]
  firstTasks: readonly string[]
  state: JsonObject | null
  /** As of a task; `late` also since when a task of it is past its deadline, then its own `due` lies ahead. */
  expectedMs?: number | null
  deadlineMs?: number | null
  due?: string | null
  late?: string | null
  /** All tasks, in the order of the workflow. */
  tasks: readonly WhyTask[]
  /** Of a run of which `tasks` are only those that its cause needs: how many there are. */
  counts?: { failed: number; started: number } | undefined
}

/** A queue with what the cause of a task that waits in it follows from. */
export interface WhyQueue {
  type: string
  alias: string
  /** The code of its verdict. */
  verdict: string
  started?: number | null
  /** While it is paused. */
  paused?: { by: string; at: string | null; reason: string | null } | null
  limit?: number | null
  /** Worker processes that poll it now. */
  polling: number
  lastPollAt: string | null
  /** The host that polled it then; null when it is not known. */
  lastHost?: string | null
  oldestQueued: string | null
  /** When a task was last handed out; null when it is not known. */
  lastStartedAt: string | null
  /** Tasks a second that are handed out; null when it is not known. */
  rateOut: number | null
  /** A task that waits since `at` or later, and not since a later entry, has `before` others before it. */
  line: readonly { at: string; before: number }[]
}

/** What surrounds a run. */
export interface WhyFacts {
  /** Milliseconds since 1970. */
  now: number
  /** The time zone of times of day, such as `Europe/London`; without it they are in UTC and say so. */
  zone?: string | undefined
  /** By the name of the task; empty without statistics. */
  usual: ReadonlyMap<string, UsualTask>
  /** Of the whole run: the median, and what 9 of 10 stay within. */
  expected: { medianMs: number; p90Ms: number } | null
  /** By `queueKey`; absent on a platform that does not tell it. */
  queues?: ReadonlyMap<string, WhyQueue> | undefined
}

/** A piece of a sentence. Names and numbers are in ink or in the colour of the state; only a reason is red. */
export interface WhyPart {
  text: string
  tone: 'plain' | 'name' | 'reason' | 'code'
  /** The task that the piece names. */
  taskId?: string
}

/** A cause with the pieces of its sentence; the wire has the sentence only. */
export interface Cause extends Why {
  parts: readonly WhyPart[]
}
