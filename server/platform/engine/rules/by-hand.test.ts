import { describe, expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'
import { failureEventsOf, noFailureFeed } from '../history/failure-events.ts'
import { defaultEngineLimits } from '../limits/limits.ts'
import { snapshotOf } from '../snapshot.ts'
import { transition } from '../transition.ts'

const worker = 'task.acme.render'
const once = { max: 1, delayMs: 1000, factor: 1 }
const take = (run: RunOf, name: string) => run.on(name, { type: 'taken', holder: null })

test('a failed task that a person completes writes its outputs, and the run goes on to its end', () => {
  const run = new RunOf({
    a: { outputs: { total: '$state.sum' } },
    b: { depends: ['a'], inputs: { sum: '$state.sum' } },
  })
  run.fail('a')
  expect(run.complete('a', { total: 7, extra: 1 })).toBeNull()
  expect(run.task('a')).toMatchObject({
    status: 'ended',
    reason: 'Completed by bob@test: done by phone',
    updatedBy: 'bob@test',
    holder: null,
    progress: 1,
  })
  expect(run.run).toMatchObject({ status: 'started', ended: null, state: { sum: 7 }, restarts: 0 })
  expect(run.task('b')).toMatchObject({ status: 'started', resolvedInputs: { sum: 7 } })
  run.end('b')
  expect(run.run).toMatchObject({ status: 'completed' })
})

test('a skipped task writes nothing, and what waits for it starts', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] } })
  run.fail('a')
  expect(run.skip('a')).toBeNull()
  expect(run.task('a')).toMatchObject({ status: 'skipped', reason: 'Skipped by bob@test: not needed' })
  expect(run.statuses).toEqual({ a: 'skipped', b: 'started' })
})

test('the act is an attempt of its own, with its actor; the failed one is kept', () => {
  const run = new RunOf({ a: { type: worker } })
  take(run, 'a')
  run.fail('a', 'no disk')
  run.complete('a', { total: 7 })
  expect(run.attempts('a')).toMatchObject([
    { number: 1, round: 0, status: 'failed', reason: 'no disk', actor: 'ada@test', lease: 'returned' },
    {
      number: 2,
      round: 1,
      ofRound: 1,
      status: 'ended',
      reason: 'Completed by bob@test: done by phone',
      actor: 'bob@test',
      lease: null,
      queued: null,
    },
  ])
})

describe('a task that has not begun', () => {
  test('leaves the backlog when it was queued, and the run begins', () => {
    const run = new RunOf({ a: { type: worker }, b: { depends: ['a'], type: worker } })
    expect(run.run.status).toBe('notstarted')
    run.complete('a')
    expect(run.last?.changes.counted.map(({ status }) => status)).toEqual(['started', 'ended', 'queued'])
    expect(run.run).toMatchObject({ status: 'started', started: run.at })
    run.skip('b')
    expect(run.run).toMatchObject({ status: 'completed' })
  })

  test('is refused before its turn: what comes after it would overtake what comes before it', () => {
    const run = new RunOf({ a: {}, b: { depends: ['a'] } })
    expect(run.skip('b')).toBe('The task is notstarted: it cannot be skipped before its turn')
  })

  test('is no longer handed out: a worker that takes it is refused', () => {
    const run = new RunOf({ a: { type: worker }, b: {} })
    run.complete('a')
    expect(take(run, 'a')).toMatch('is ended, not queued')
  })
})

test('a task that waits for its retry ends at once; the retry that was due is refused', () => {
  const run = new RunOf({ a: { retry: once }, b: { depends: ['a'] } })
  run.fail('a')
  const { attempt } = run.task('a')
  expect(run.complete('a')).toBeNull()
  expect(run.task('a')).toMatchObject({ status: 'ended', retryTime: null })
  expect(run.move({ type: 'retryDue', taskId: run.task('a').id, attempt } as never)).toMatch('is ended')
  expect(run.attempts('a').map(({ status }) => status)).toEqual(['failed', 'ended'])
})

test('while a worker has the task it is refused, and a late report after the act too', () => {
  const run = new RunOf({ a: { type: worker } })
  take(run, 'a')
  expect(run.complete('a')).toBe('The task is started: it cannot be completed while it runs')
  const { attempt } = run.task('a')
  run.on('a', { type: 'failed', reason: 'broken' })
  run.complete('a', { total: 1 })
  const before = run.snapshot
  const late = { type: 'ended', taskId: run.task('a').id, attempt, result: { total: 2 } } as const
  expect(run.move(late as never)).toMatch('no longer under way')
  expect(run.snapshot.run).toEqual(before.run)
})

test('of two people one wins, and the refusal of the other says what has happened', () => {
  const run = new RunOf({ a: {} })
  run.fail('a')
  const at = run.at + 10
  const { id: taskId } = run.task('a')
  const { outcomes } = transition(
    run.snapshot,
    [
      { type: 'skip', at, taskId, actor: 'eve@test', reason: 'not needed' },
      { type: 'complete', at, taskId, actor: 'bob@test', reason: 'done', outputs: {} },
      { type: 'restart', at, taskId, actor: 'bob@test' },
    ],
    1,
  )
  expect(outcomes.map((outcome) => outcome?.message)).toEqual([
    undefined,
    'The task is skipped (Skipped by eve@test: not needed): it cannot be completed',
    'The task is skipped (Skipped by eve@test: not needed): only a failed task can be restarted',
  ])
})

test('while another failure is left the run stays failed, with its end', () => {
  const run = new RunOf({ a: {}, b: {}, c: { depends: ['a'] }, mail: {} }, { errorTasks: ['mail'] })
  run.fail('a')
  run.fail('b')
  run.end('mail')
  const { ended } = run.run
  run.complete('a')
  expect(run.run).toMatchObject({ status: 'failed', ended })
  expect(run.statuses).toEqual({ a: 'ended', b: 'failed', c: 'notstarted', mail: 'ended' })
  run.skip('b')
  expect(run.run).toMatchObject({ status: 'started', ended: null })
  expect(run.statuses).toEqual({ a: 'ended', b: 'skipped', c: 'started', mail: 'notstarted' })
  run.end('c')
  expect(run.run.status).toBe('completed')
})

test('a failed error task that is completed lets those that wait for it run', () => {
  const run = new RunOf({ a: {}, mail: {}, log: { depends: ['mail'] } }, { errorTasks: ['mail', 'log'] })
  run.fail('a')
  run.fail('mail')
  expect(run.run.status).toBe('failed')
  run.complete('mail')
  expect(run.statuses).toEqual({ a: 'failed', mail: 'ended', log: 'started' })
  run.end('log')
  expect(run.run.status).toBe('failed')
})

test('refused for what has ended, and in a cancelled run', () => {
  const run = new RunOf({ a: {}, b: {} })
  run.end('a')
  expect(run.skip('a')).toBe('The task is ended: it cannot be skipped')
  run.cancel()
  expect(run.skip('b')).toBe('The workqueue is cancelled: its tasks cannot be skipped')
})

test('outputs that are too large are refused, and change nothing', () => {
  const run = new RunOf({ a: { outputs: { text: '$state.text' } } })
  run.fail('a')
  const { id: taskId } = run.task('a')
  const outputs = { text: 'x'.repeat(2000) }
  const event = { type: 'complete', at: run.at, taskId, actor: 'bob@test', reason: 'r', outputs } as const
  for (const limit of ['taskOutputs', 'runState'] as const) {
    const limits = { ...defaultEngineLimits, [limit]: 1000 }
    const { outcomes, changes } = transition(run.snapshot, [event], 1, limits)
    expect(outcomes[0]?.message).toMatch('outputs')
    expect([changes.tasks, changes.run]).toEqual([[], {}])
  }
})

test('the counters are those of a run that is read again', () => {
  const run = new RunOf({ a: { outputs: { x: '$state.x' }, type: worker }, b: { depends: ['a'] }, c: {} })
  run.fail('c')
  run.complete('a', { x: 1 })
  run.skip('c')
  const { counters } = run.snapshot
  expect({ ...counters, stateBytes: 0 }).toEqual({ ...snapshotOf(run.run).counters, stateBytes: 0 })
})

test.each(['complete', 'skip'] as const)(
  '%s repairs the failure of this task, and says nothing of other runs',
  (act) => {
    const run = new RunOf({ a: {} })
    run.fail('a')
    const before = run.run
    run[act]('a')
    const events = failureEventsOf(before, run.snapshot, run.last!.changes, noFailureFeed)
    expect(events).toMatchObject([{ kind: 'passed', taskName: 'a', attempt: 2, planId: null }])
  },
)

describe('a restart with what comes after it', () => {
  const chain = { a: {}, b: { depends: ['a'] }, c: { depends: ['b'] }, other: {} }
  const completed = () => {
    const run = new RunOf(chain)
    for (const name of ['a', 'b', 'c', 'other']) run.end(name)
    return run
  }

  test('runs an ended task and all after it again, and nothing else', () => {
    const run = completed()
    expect(run.run.status).toBe('completed')
    expect(run.restartFrom('b')).toBeNull()
    expect(run.statuses).toEqual({ a: 'ended', b: 'started', c: 'notstarted', other: 'ended' })
    expect(run.run).toMatchObject({ status: 'started', ended: null, restarts: 1 })
    run.end('b')
    run.end('c')
    expect(run.run.status).toBe('completed')
    expect(run.attempts('c').map(({ number, round, actor }) => [number, round, actor])).toEqual([
      [1, 0, 'ada@test'],
      [2, 1, 'bob@test'],
    ])
  })

  test('takes a task that a person has ended', () => {
    const run = new RunOf(chain)
    run.fail('a')
    run.skip('a')
    run.end('b')
    expect(run.restartFrom('a')).toMatch('c, which comes after the task, is started')
    run.end('c')
    expect(run.restartFrom('a')).toBeNull()
    expect(run.attempts('a').map(({ status }) => status)).toEqual(['failed', 'skipped', 'started'])
  })

  test('withdraws a queued task after it from its queue', () => {
    const run = new RunOf({ a: {}, b: { depends: ['a'], type: worker } })
    run.end('a')
    run.restartFrom('a')
    expect(run.statuses).toEqual({ a: 'started', b: 'notstarted' })
    expect(run.last?.changes.counted.map(({ status }) => status)).toEqual([
      'started',
      'ended',
      'queued',
      'started',
    ])
  })

  test('is refused for a task that runs or has not begun', () => {
    const run = new RunOf(chain)
    const only = 'only a failed or ended task can be restarted with what comes after it'
    expect(run.restartFrom('a')).toBe(`The task is started: ${only}`)
    expect(run.restartFrom('c')).toBe(`The task is notstarted: ${only}`)
    expect(run.restart('c')).toBe('The task is notstarted: only a failed task can be restarted')
  })
})

test('a restart of a task that waits for its retry is its next try, at once', () => {
  const run = new RunOf({ a: { retry: { ...once, max: 2 } } })
  run.fail('a')
  expect(run.restart('a')).toBeNull()
  expect(run.task('a')).toMatchObject({
    status: 'started',
    attempt: 2,
    tries: 2,
    round: 0,
    updatedBy: 'bob@test',
  })
  expect(run.run.restarts).toBe(0)
  run.fail('a')
  run.restart('a')
  run.fail('a')
  expect(run.task('a')).toMatchObject({ status: 'failed', attempt: 3 })
})
