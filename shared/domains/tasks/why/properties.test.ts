import { expect, it } from 'vitest'
import { fastest } from '#tests/support/fastest.ts'
import { seededRandom } from '#tests/support/random.ts'
import { fanOutsOf } from '../fan-out.ts'
import type { Cause, WhyFacts, WhyRun, WhyTask } from './facts.ts'
import { causeOfRun, causeOfTask, causesOf } from './why.ts'
import { whyRunOf, whyTaskOf, wireCause } from './wire.ts'

const NOW = Date.parse('2026-11-22T14:07:00.000Z')
const facts = (over: Partial<WhyFacts> = {}): WhyFacts => ({
  now: NOW,
  usual: new Map(),
  expected: null,
  ...over,
})

/** Values as platforms might answer them: of the right kind, of a wrong one, or none. */
function anyTask(random: () => number, index: number, tasks: number): Record<string, unknown> {
  const pick = (...values: unknown[]): unknown => values[Math.floor(random() * values.length)]
  const other = () =>
    pick(`t${Math.floor(random() * tasks)}`, `task ${Math.floor(random() * tasks)}`, 'gone', '')
  return {
    _id: pick(`t${index}`, `t${index}`, undefined, 7),
    name: pick(`task ${index}`, `task ${index}`, '', null),
    type: pick('task.search.scoreshard', 'task.workforce.noop', 'odd', undefined),
    alias: pick('default', 'eu', null),
    version: pick('1.0', null, 3),
    hostName: pick('host', null),
    status: pick(
      'notstarted',
      'notstarted',
      'queued',
      'started',
      'ended',
      'failed',
      'retry',
      'skipped',
      'frozen',
      4,
    ),
    attempt: pick(0, 1, 9, null, 'two', Number.NaN),
    tries: pick(0, 2, null, undefined),
    retry: pick({ max: 2 }, null, { max: 'x' }, 3),
    queued: pick('2026-11-22T14:06:00.000Z', null, 'soon', 5),
    started: pick('2026-11-22T14:06:10.000Z', null, 'soon'),
    ended: pick('2026-11-22T14:06:20.000Z', null, ''),
    retryTime: pick('2026-11-22T14:09:00.000Z', '2020-01-01T00:00:00.000Z', null),
    reason: pick(
      'Cancelled by ana: wrong month',
      'Cancelled',
      'broke\nhere.',
      'x'.repeat(5000),
      '',
      null,
      {},
    ),
    depends: pick([other(), other()], [other()], [], null, 'all', [3]),
    condition: pick(null, false, { in: ['a', { var: 'b' }] }, { odd: 1 }, undefined),
    continueOnError: pick(true, false, 'yes'),
    conditionText: pick(null, 'a not in b (c, d)', ''),
  }
}

function checkCause(cause: Cause): void {
  expect(cause.parts.map(({ text }) => text).join('')).toBe(cause.text)
  expect(cause.parts.every(({ text }) => text !== '')).toBe(true)
  for (const text of [cause.text, cause.short]) {
    expect(text).toMatch(/^\S(?:.*\S)?$/)
    expect(text).not.toMatch(/undefined|null|NaN|\[object|\.$/)
    expect(text.length).toBeLessThan(1000)
  }
  expect(cause.action?.label).not.toBe('')
  expect(Object.keys(wireCause(cause))).not.toContain('parts')
}

it('no answer makes it throw, and the pieces of every sentence are its text', () => {
  const random = seededRandom(5)
  let causes = 0
  for (let round = 0; round < 150; round++) {
    const size = Math.floor(random() * 40)
    const status = ['started', 'failed', 'cancelled', 'completed', 'notstarted', 'frozen', ''][
      Math.floor(random() * 7)
    ]
    const answer = {
      status,
      started: random() < 0.5 ? '2026-11-22T14:00:00.000Z' : null,
      ended: random() < 0.5 ? '2026-11-22T14:06:20.000Z' : 'later',
      activeMs: random() < 0.5 ? 600_000 : 'long',
      updatedBy: random() < 0.5 ? 'ana' : null,
      errorTasks: random() < 0.5 ? ['task 1', 't2'] : null,
      firstTasks: random() < 0.3 ? ['task 0'] : null,
      tasks: Array.from({ length: size }, (_, index) => anyTask(random, index, size)),
    }
    const run = whyRunOf(answer, NOW)
    const known = facts({
      usual: new Map([['task 3', { medianMs: 1000, p95Ms: random() < 0.5 ? 2000 : null }]]),
      expected: random() < 0.5 ? { medianMs: 100_000, p90Ms: 200_000 } : null,
      zone: random() < 0.5 ? 'Asia/Tokyo' : undefined,
    })
    const all = causesOf(run, known)
    const whole = causeOfRun(run, known)
    if (whole) checkCause(whole)
    for (const cause of all.values()) checkCause(cause)
    for (const task of run.tasks.slice(0, 3)) causeOfTask(task, run, known)
    causes += all.size
  }
  expect(causes).toBeGreaterThan(700)
})

it('the same task has the same cause alone and among all', () => {
  const random = seededRandom(6)
  for (let round = 0; round < 60; round++) {
    const tasks = Array.from({ length: 12 }, (_, index) => ({
      ...anyTask(random, index, 12),
      _id: `t${index}`,
      name: `task ${index}`,
    }))
    const run = whyRunOf({ status: 'started', tasks }, NOW)
    const all = causesOf(run, facts())
    for (const task of run.tasks) expect(causeOfTask(task, run, facts())).toEqual(all.get(task.id) ?? null)
  }
})

const row = (index: number, over: Partial<WhyTask> = {}): WhyTask => ({
  ...whyTaskOf({ _id: `t${index}`, name: `task ${index}`, type: 'task.a.b', status: 'notstarted' }),
  ...over,
})
const runOf = (tasks: WhyTask[]): WhyRun => ({ ...whyRunOf({ status: 'started' }, NOW), tasks })
const list = (size: number, make: (index: number) => WhyTask) =>
  Array.from({ length: size }, (_, index) => make(index))

/** Runs of `size` tasks whose ways from task to task are very many, or very long. */
const shapes: Record<string, (size: number) => WhyTask[]> = {
  'a chain': (size) =>
    list(size, (index) =>
      row(index, index === 0 ? { status: 'failed' } : { depends: [`task ${index - 1}`] }),
    ),
  'a fan-out that failed, merged by a chain': (size) => {
    const half = size / 2
    const names = list(half, (index) => row(index)).map(({ name }) => name)
    return list(size, (index) =>
      index < half
        ? row(index, { status: 'failed' })
        : row(index, { depends: index === half ? names : [`task ${index - 1}`] }),
    )
  },
  'a ladder whose steps each add a cause': (size) =>
    list(size, (index) =>
      index % 2 === 0
        ? row(index, { status: 'failed' })
        : row(index, { depends: [`task ${index - 1}`, `task ${index - 2}`] }),
    ),
  'a circle': (size) => list(size, (index) => row(index, { depends: [`task ${(index + 1) % size}`] })),
}

it.each(Object.entries(shapes))(
  '%s of 5,000 tasks takes milliseconds, and twice the tasks twice the time',
  async (_name, shape) => {
    const time = (size: number) => {
      const run = runOf(shape(size))
      return fastest(5, () => causesOf(run, facts()))
    }
    await time(5000)
    const [one, two] = [await time(5000), await time(10_000)]
    expect(one).toBeLessThan(100)
    expect(two).toBeLessThan(5 * one + 10)
  },
)

it('groups of equal tasks are found in milliseconds', async () => {
  const tasks = list(5000, (index) => row(index, { name: `shard ${index}`, depends: ['Plan'] }))
  expect(fanOutsOf(tasks)).toHaveLength(1)
  expect(await fastest(5, () => fanOutsOf(tasks))).toBeLessThan(100)
})
