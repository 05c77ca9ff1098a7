import type { Task } from '#shared/domains/tasks/contract.ts'
import { why, whyAction, type Why, type WhyAction } from '#shared/domains/tasks/why/contract.ts'
import type { Cause, WhyFacts, WhyRun } from '#shared/domains/tasks/why/facts.ts'
import { causeOfRun, causeOfTaskAlone, causesOf } from '#shared/domains/tasks/why/why.ts'
import { whyRunOf, whyTaskOf, wireCause } from '#shared/domains/tasks/why/wire.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import { readers } from '../lib/readers.ts'
import { asMoment, asNumber, entitiesIn, isWire, wireId, type Wire } from '../lib/wire.ts'
import { builder } from './builder.ts'
import { contractFields } from './contract-fields.ts'

const WhyActionRef = builder.objectRef<Wire<WhyAction>>('WhyAction').implement({
  fields: (t) => contractFields(t, whyAction),
})

const action = readers(why).object('action')

/** Why a task or a run is in its state; a field of both. */
export const WhyRef = builder.objectRef<Wire<Why>>('Why').implement({
  fields: (t) => ({
    ...contractFields(t, why.omit({ action: true })),
    action: t.field({
      type: WhyActionRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.action) ? action(entity) : null),
    }),
  }),
})

/** The run whose answer a task was part of. */
const runOfTask = new WeakMap<Wire, Wire<Workqueue>>()
const causesOfRun = new WeakMap<Wire, ReadonlyMap<string, Cause>>()

/** The tasks of a run; each remembers its run, because its cause may be another task. */
export function tasksOfRun(run: Wire<Workqueue>): Wire<Task>[] {
  const tasks = entitiesIn(run.tasks)
  for (const task of tasks) runOfTask.set(task, run)
  return tasks
}

/** Why a run is in its state: the platform's answer, else what follows from its own fields and those of its tasks. */
export function whyOfRun(run: Wire<Workqueue>): Wire<Why> | null {
  if (run.why !== undefined) return answered(run)
  return computed(causeOfRun(readRun(run), facts()))
}

/** The same of a task; outside of its run it says only what the task itself tells. */
export function whyOfTask(task: Wire<Task>): Wire<Why> | null {
  if (task.why !== undefined) return answered(task)
  const run = runOfTask.get(task)
  if (!run) {
    const status = typeof task.workQueueStatus === 'string' ? task.workQueueStatus : ''
    return computed(causeOfTaskAlone(whyTaskOf(normal(task)), status, facts()))
  }
  let causes = causesOfRun.get(run)
  if (!causes) causesOfRun.set(run, (causes = causesOf(readRun(run), facts())))
  return computed(causes.get(wireId(task)) ?? null)
}

const answered = (entity: Wire<Pick<Task, 'why'>>) => (isWire(entity.why) ? (entity.why as Wire<Why>) : null)
const computed = (cause: Cause | null): Wire<Why> | null => cause && { ...wireCause(cause) }

/** Usual times would need calls of their own. */
const facts = (): WhyFacts => ({ now: Date.now(), usual: new Map(), expected: null })

const readRun = (run: Wire<Workqueue>): WhyRun =>
  whyRunOf({ ...normal(run), tasks: entitiesIn(run.tasks).map(normal) }, Date.now())

const moments = ['queued', 'started', 'ended', 'retryTime', 'activeSince', 'due', 'late']
const numbers = ['attempt', 'tries', 'activeMs', 'expectedMs', 'deadlineMs']

/** An entity with its id, moments and numbers in the form of the contract. */
function normal(entity: Wire): Record<string, unknown> {
  const form: Record<string, unknown> = { ...entity, _id: wireId(entity) }
  for (const name of moments) form[name] = asMoment(entity[name])
  for (const name of numbers) form[name] = asNumber(entity[name])
  return form
}
