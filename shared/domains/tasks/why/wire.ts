import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { Why } from './contract.ts'
import type { Cause, WhyQueue, WhyRun, WhyTask } from './facts.ts'
import { queueKey } from './queued.ts'

type Entity = Readonly<Record<string, unknown>>

/** A task of an answer; what a platform leaves out, or writes in another form, is null or empty. */
export function whyTaskOf(task: Entity): WhyTask {
  const { retry, condition } = task
  const max = isEntity(retry) ? number(retry['max']) : null
  return {
    id: text(task['_id']) ?? text(task['id']) ?? '',
    name: text(task['name']) ?? '',
    type: text(task['type']) ?? '',
    alias: text(task['alias']) || 'default',
    version: text(task['version']),
    hostName: text(task['hostName']),
    status: text(task['status']) ?? '',
    attempt: number(task['attempt']),
    tries: number(task['tries']),
    retry: max === null ? null : { max },
    queued: text(task['queued']),
    started: text(task['started']),
    ended: text(task['ended']),
    retryTime: text(task['retryTime']),
    reason: text(task['reason']),
    depends: texts(task['depends']),
    condition: condition === undefined ? null : (condition as Json),
    continueOnError: task['continueOnError'] === true,
    conditionText: text(task['conditionText']),
    expectedMs: number(task['expectedMs']),
    deadlineMs: number(task['deadlineMs']),
    late: text(task['late']),
  }
}

/** A run of an answer, with its tasks where the answer has them; `now` in milliseconds since 1970. */
export function whyRunOf(run: Entity, now: number): WhyRun {
  const { tasks, state } = run
  const since = Date.parse(text(run['activeSince']) ?? '')
  const activeMs = number(run['activeMs'])
  return {
    status: text(run['status']) ?? '',
    started: text(run['started']),
    ended: text(run['ended']),
    activeMs: activeMs === null ? null : activeMs + (Number.isNaN(since) ? 0 : Math.max(0, now - since)),
    updatedBy: text(run['updatedBy']),
    errorTasks: texts(run['errorTasks']),
    firstTasks: texts(run['firstTasks']),
    expectedMs: number(run['expectedMs']),
    deadlineMs: number(run['deadlineMs']),
    due: text(run['due']),
    late: text(run['late']),
    state: isEntity(state) ? (state as JsonObject) : null,
    tasks: Array.isArray(tasks) ? tasks.filter(isEntity).map(whyTaskOf) : [],
  }
}

/** The queues of an answer, by `queueKey`; one without a type or a verdict is left out. */
export function whyQueuesOf(rows: readonly Entity[]): ReadonlyMap<string, WhyQueue> {
  const queues = new Map<string, WhyQueue>()
  for (const row of rows) {
    const type = text(row['type'])
    const alias = text(row['alias']) || 'default'
    const verdict = isEntity(row['verdict']) ? text(row['verdict']['code']) : null
    if (type === null || verdict === null) continue
    queues.set(queueKey({ type, alias }), {
      type,
      alias,
      verdict,
      started: number(row['started']),
      paused: isEntity(row['paused']) ? pauseOf(row['paused']) : null,
      limit: number(row['limit']),
      polling: number(row['polling']) ?? 0,
      lastPollAt: text(row['lastPollAt']),
      lastHost: lastHostOf(row),
      oldestQueued: text(row['oldestQueued']),
      lastStartedAt: text(row['lastStartedAt']),
      rateOut: number(row['rateOut']),
      line: Array.isArray(row['line']) ? row['line'].filter(isEntity).flatMap(placeOf) : [],
    })
  }
  return queues
}

function lastHostOf({ pollers, lastPollAt }: Entity): string | null {
  const known = Array.isArray(pollers) && lastPollAt ? pollers.filter(isEntity) : []
  return text(known.find((poller) => poller['lastPollAt'] === lastPollAt)?.['hostName'])
}

const pauseOf = (pause: Entity): WhyQueue['paused'] => ({
  by: text(pause['by']) ?? '',
  at: text(pause['at']),
  reason: text(pause['reason']),
})

function placeOf(place: Entity): WhyQueue['line'] {
  const [at, before] = [text(place['at']), number(place['before'])]
  return at === null || before === null ? [] : [{ at, before }]
}

/** A cause without the pieces of its sentence. */
export const wireCause = ({ code, since, text: sentence, short, action }: Cause): Why => ({
  code,
  since,
  text: sentence,
  short,
  action,
})

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
