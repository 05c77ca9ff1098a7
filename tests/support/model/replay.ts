import type { Definition, WorkqueueEventData } from '#shared/domains/workqueues/contract.ts'
import type { TaskCountEventData } from '#shared/domains/tasks/constants.ts'
import type { TaskEventData } from '#shared/domains/tasks/contract.ts'
import { isByHand, isCancelledTask } from '#shared/domains/tasks/rules.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { Reference } from './reference.ts'

/** The field `value` of what a person returns in the place of a task. */
export const BY_HAND_VALUE = 7

/** The messages of one write, in one outbox row. */
export type Write = readonly LiveMessage[]

/**
 * Replays the engine's events of one run on the reference, write by write, and throws on the first
 * difference: a status, an attempt, the state, or an order of events that the reference does not allow.
 */
export function replay(definition: Definition, writes: readonly Write[]): Reference {
  const reference = new Reference(definition)
  const shown = new Map<string, TaskEventData>()
  const names = new Map<string, string>()
  let run: Partial<WorkqueueEventData> = {}
  writes.forEach((write, index) => {
    const tasks = write
      .filter(({ channel }) => channel.endsWith('.tasks'))
      .map(({ data }) => data as TaskEventData)
    for (const task of tasks) {
      if (task.name !== undefined) names.set(task._id, task.name)
      shown.set(task._id, { ...shown.get(task._id), ...task })
    }
    const runs = write.filter(({ channel }) => /workqueues\.\w+$/.test(channel))
    for (const { data } of runs) run = { ...run, ...(data as WorkqueueEventData) }
    if (index > 0)
      apply(
        reference,
        write,
        names,
        runs.some(({ data }) => (data as WorkqueueEventData).status === 'cancelled'),
      )
    compare(reference, shown, names, run, index)
  })
  return reference
}

/** The backlog's events are ordered, so they show in which order the attempts of one write ended. */
function apply(
  reference: Reference,
  write: Write,
  names: ReadonlyMap<string, string>,
  cancelled: boolean,
): void {
  for (const { channel, data } of write) {
    const task = data as TaskEventData & { status: string }
    if (!channel.endsWith('.tasks') || !isByHand(task)) continue
    const outputs = { value: BY_HAND_VALUE, last: names.get(task._id) }
    reference.endByHand(names.get(task._id)!, task.status === 'ended' ? outputs : null)
  }
  for (const { data } of write.filter(({ channel }) => channel === 'tasks')) {
    const { _id, status } = data as TaskCountEventData
    const name = names.get(_id)!
    const known = reference.tasks.get(name)!.status
    const told = write.findLast(
      (message) =>
        message.channel.endsWith('.tasks') && message.data && (message.data as TaskEventData)._id === _id,
    )
    const isCancelled = told && isCancelledTask(told.data as TaskEventData & { status: string })
    // A cancelled task leaves the counts as an ended one does; its retry may have begun in the same write.
    if (isCancelled && !(status === 'queued' && known === 'retry')) continue
    if (status === 'ended' || status === 'retry' || status === 'failed') reference.attemptEnds(name)
    else if (status === 'queued' && known === 'retry') reference.retryDue(name)
    else if (status === 'queued' && known === 'failed') reference.restart(name)
    else if (status === 'queued' && known === 'ended') reference.restartFrom(name)
  }
  if (cancelled) reference.cancel()
}

function compare(
  reference: Reference,
  shown: ReadonlyMap<string, TaskEventData>,
  names: ReadonlyMap<string, string>,
  run: Partial<WorkqueueEventData>,
  index: number,
): void {
  const differ = (what: string, engine: unknown, rules: unknown) => {
    throw new Error(
      `write ${index}: ${what} is ${JSON.stringify(engine)}, by the rules ${JSON.stringify(rules)}`,
    )
  }
  if (run.status !== reference.status) differ('the run', run.status, reference.status)
  for (const [id, task] of shown) {
    const name = names.get(id)!
    const expected = reference.tasks.get(name)!
    if (task.status !== expected.status) differ(name, task.status, expected.status)
    if (task.attempt !== expected.attempt) differ(`attempt of ${name}`, task.attempt, expected.attempt)
  }
  if (run.state && !sameJson(run.state, reference.state)) differ('the state', run.state, reference.state)
}

const sameJson = (one: unknown, other: unknown) => sorted(one) === sorted(other)

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
