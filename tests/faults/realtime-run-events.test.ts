import { expect, test } from 'vitest'
import { causesOf } from '#shared/domains/tasks/why/why.ts'
import type { WhyFacts, WhyRun } from '#shared/domains/tasks/why/facts.ts'
import { wireRun } from '#server/platform/engine/run.ts'
import type { RunEvent } from '#server/platform/engine/events.ts'
import type { WorkqueueDetail } from '#web/domains/workqueues/detail/operations.ts'
import { mergeWorkqueue } from '#web/domains/workqueues/detail/use-workqueue.ts'
import { createRandom, type Random } from '../support/model/random.ts'
import { randomDefinition } from '../support/model/random-run.ts'
import { RunOf } from '../support/run-of.ts'

/**
 * Random runs of the engine, whose live events reach a page repeated, in any order, or not at all. The page then reads
 * the run again, and must show it as the engine has it: runs, tasks, counts and causes.
 */
const RUNS = 150
const VIEWERS = 6

type Task = WorkqueueDetail['tasks'][number]

/** The run as the gateway answers it. */
function answerOf(run: RunOf): WorkqueueDetail {
  const { _id: id, tasks, ...head } = wireRun(run.run)
  return {
    ...head,
    id,
    tasks: tasks.map(({ _id: taskId, ...task }) => ({ ...task, id: taskId })),
  } as unknown as WorkqueueDetail
}

/** Something that can happen to the run now, chosen at random. */
function happen(run: RunOf, random: Random): void {
  const task = random.pick(run.run.tasks)
  const about = { taskId: task.id, attempt: task.attempt }
  const anything: Omit<RunEvent, 'at'>[] =
    task.status === 'queued'
      ? [{ type: 'taken', holder: 7, ...about } as never]
      : task.status === 'started'
        ? [
            { type: 'ended', result: { value: random.below(3) }, ...about } as never,
            { type: 'failed', reason: 'broken', ...about } as never,
            { type: 'progress', progress: random.below(10) / 10, ...about } as never,
            { type: 'leaseExpired', ...about } as never,
          ]
        : task.status === 'retry'
          ? [{ type: 'retryDue', ...about } as never]
          : task.status === 'failed' && random.chance(0.6)
            ? [{ type: 'restart', taskId: task.id, actor: 'bob@test' } as never]
            : random.chance(0.004)
              ? [{ type: 'cancel', actor: 'bob@test' } as never]
              : []
  if (anything.length === 0) return
  // Several things may happen in one millisecond.
  run.at -= random.below(11)
  run.move(random.pick(anything))
}

/** The answers of the gateway after each step of a random run. */
function historyOf(seed: number): WorkqueueDetail[] {
  const random = createRandom(seed)
  const { tasks, ...more } = randomDefinition(seed)
  const run = new RunOf(Object.fromEntries(tasks.map((task) => [task.name, task])), more, null)
  const history = [answerOf(run)]
  for (let step = 0; step < 400; step++) {
    const before = run.snapshot
    happen(run, random)
    if (run.snapshot !== before) history.push(answerOf(run))
  }
  return history
}

/** A live event: the changed fields of a run or of a task. */
type Patch = (cached: WorkqueueDetail) => WorkqueueDetail

/** The events of the step that leads to `history[step]`. */
function eventsOf(history: WorkqueueDetail[], step: number): Patch[] {
  const [known, next] = [history[step - 1]!, history[step]!]
  const { status, started, ended } = next
  const ofRun: Patch[] = status === known.status ? [] : [(cached) => ({ ...cached, status, started, ended })]
  const changed = next.tasks.filter(
    (task, index) => JSON.stringify(task) !== JSON.stringify(known.tasks[index]),
  )
  const replace = (task: Task) => (cached: WorkqueueDetail) => ({
    ...cached,
    tasks: cached.tasks.map((each) => (each.id === task.id ? task : each)),
  })
  return [...ofRun, ...changed.map(replace)]
}

/** What arrives at a page: some events are lost, some come twice, and neighbours in any order. */
function disturbed(events: Patch[], random: Random): Patch[] {
  return events
    .flatMap((event, at) =>
      random.chance(0.25)
        ? []
        : Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => ({ event, at: at + random.below(30) })),
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ event }) => event)
}

const facts: WhyFacts = { now: 1_000_000, usual: new Map(), expected: null }
const shownOf = (run: WorkqueueDetail) => {
  const { status, started, ended, tasks } = run
  const causes = causesOf({ ...run, activeMs: null } as unknown as WhyRun, facts)
  const sentences = [...causes].map(([id, { text, code }]) => [id, code, text])
  return { status, started, ended, tasks, statuses: tasks.map((task) => task.status).sort(), sentences }
}

test('a page shows the run of the engine once it has read it again, whatever has arrived before', () => {
  const statuses = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed++) {
    const history = historyOf(seed)
    const random = createRandom(seed + 10_000)
    for (let viewer = 0; viewer < VIEWERS; viewer++) {
      const opened = random.below(history.length)
      const closed = opened + random.below(history.length - opened)
      let cached = history[opened]!
      let shown = cached
      const steps = Array.from({ length: closed - opened }, (_, index) => opened + index + 1)
      for (const event of disturbed(
        steps.flatMap((step) => eventsOf(history, step)),
        random,
      )) {
        cached = event(cached)
        shown = mergeWorkqueue(shown, cached)
      }
      const truth = history[closed]!
      shown = mergeWorkqueue(shown, truth)
      expect(shownOf(shown), `seed ${seed}, steps ${opened} to ${closed}`).toEqual(shownOf(truth))
      for (const { status } of [truth, ...truth.tasks]) statuses.add(status)
    }
  }
  // All statuses of runs and tasks were among what was read.
  expect([...statuses].sort()).toEqual(
    'cancelled completed ended failed notstarted queued retry skipped started'.split(' '),
  )
})
