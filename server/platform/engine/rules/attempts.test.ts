import { describe, expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'
import type { RunEvent } from '../events.ts'
import { defaultEngineLimits } from '../limits/limits.ts'
import type { PastAttempt } from '../history/past-attempt.ts'
import { transition } from '../transition.ts'

const once = { max: 1, delayMs: 1000, factor: 1 }
const twice = { ...once, max: 2 }
const worker = 'task.payments.charge'

/** `number round ofRound status`. */
const numbersOf = (attempts: readonly PastAttempt[]) =>
  attempts.map(({ number, round, ofRound, status }) => `${number} ${round} ${ofRound} ${status}`)
const retry = (run: RunOf, name: string) => run.on(name, { type: 'retryDue' })
const take = (run: RunOf, name: string) =>
  run.on(name, { type: 'taken', holder: null, by: { actor: 'worker:default' } })

test('a run without retries keeps no attempt', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] } })
  run.end('a')
  run.end('b')
  expect(run.past).toEqual([])
  expect(run.attempts('b')).toMatchObject([
    { number: 1, round: 0, ofRound: 1, status: 'ended', actor: 'ada@test', lease: null },
  ])
})

test('an attempt is kept when the next one follows: numbers count on over retries and restarts', () => {
  const run = new RunOf({ a: { retry: once } })
  run.fail('a', 'no disk')
  expect(numbersOf(run.attempts('a'))).toEqual(['1 0 1 retry'])
  const ended = run.at
  retry(run, 'a')
  expect(run.past).toMatchObject([
    { number: 1, status: 'failed', reason: 'no disk', started: 1010, ended, actor: 'ada@test' },
  ])
  run.fail('a', 'no network')
  expect(numbersOf(run.attempts('a'))).toEqual(['1 0 1 failed', '2 0 2 failed'])
  run.restart('a', 'beta')
  run.fail('a')
  retry(run, 'a')
  run.end('a')
  expect(numbersOf(run.attempts('a'))).toEqual([
    '1 0 1 failed',
    '2 0 2 failed',
    '3 1 1 failed',
    '4 1 2 ended',
  ])
  expect(run.attempts('a').map(({ alias, actor }) => `${alias} ${actor}`)).toEqual([
    'default ada@test',
    'default ada@test',
    'beta bob@test',
    'beta bob@test',
  ])
  expect(run.run.restarts).toBe(1)
})

test('an attempt that waits in the queue has the next number, and no start', () => {
  const run = new RunOf({ a: { type: worker, retry: once } })
  expect(run.attempts('a')).toMatchObject([
    { number: 1, ofRound: 1, status: 'queued', queued: 1010, started: null, lease: null },
  ])
  take(run, 'a')
  expect(run.attempts('a')).toMatchObject([{ number: 1, status: 'started', lease: 'held' }])
  run.fail('a')
  expect(run.attempts('a')).toMatchObject([{ number: 1, status: 'retry', lease: 'returned' }])
  retry(run, 'a')
  expect(run.attempts('a')).toMatchObject([
    { number: 1, status: 'failed', lease: 'returned' },
    { number: 2, ofRound: 2, status: 'queued', ended: null, reason: null },
  ])
})

test('a task that has not had its turn has no attempt', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] }, c: { condition: false } })
  expect([run.attempts('b'), run.attempts('c')]).toEqual([[], []])
  run.cancel()
  expect(run.attempts('b')).toEqual([])
})

describe('a lease', () => {
  test('that is lost ends its attempt, with its reason; the next one is another try', () => {
    const run = new RunOf({ a: { type: worker } })
    take(run, 'a')
    run.on('a', { type: 'leaseExpired' })
    take(run, 'a')
    expect(run.attempts('a')).toMatchObject([
      { number: 1, ofRound: 1, status: 'failed', lease: 'lost', started: 1020, ended: 1030 },
      { number: 2, ofRound: 2, status: 'started', lease: 'held' },
    ])
    expect(run.past[0]?.reason).toMatch(/^The lease of attempt 1 ended/)
  })

  test('that is lost for the last time is known from the task', () => {
    const run = new RunOf({ a: { type: worker, retry: once } })
    for (const _ of [1, 2]) {
      take(run, 'a')
      run.on('a', { type: 'leaseExpired' })
    }
    expect(run.attempts('a')).toMatchObject([
      { number: 1, lease: 'lost' },
      { number: 2, lease: 'lost', status: 'failed' },
    ])
    run.restart('a')
    take(run, 'a')
    run.end('a')
    expect(run.attempts('a').map(({ lease }) => lease)).toEqual(['lost', 'lost', 'returned'])
  })

  test('that a worker gives back is not lost', () => {
    const run = new RunOf({ a: { type: worker } })
    take(run, 'a')
    run.on('a', { type: 'leaseExpired', returned: true })
    expect(run.attempts('a')).toMatchObject([
      { number: 1, lease: 'returned', reason: 'Its worker returned the task to the queue' },
      { number: 2, status: 'queued' },
    ])
  })

  test('tells the worker of its own attempt only', () => {
    const run = new RunOf({ a: { type: worker } })
    take(run, 'a')
    const by = { actor: 'worker:default', version: '2.1.0', hostName: 'crane-07' }
    run.on('a', { type: 'progress', by })
    run.on('a', { type: 'leaseExpired' })
    take(run, 'a')
    expect(run.attempts('a')).toMatchObject([
      { version: '2.1.0', hostName: 'crane-07' },
      { version: null, hostName: null },
    ])
  })
})

test('the death of the process that executes an attempt is no try', () => {
  const run = new RunOf({ a: { retry: twice } })
  run.on('a', { type: 'leaseLost' })
  expect(numbersOf(run.attempts('a'))).toEqual(['1 0 1 failed', '2 0 1 started'])
  expect(run.attempts('a')).toMatchObject([
    { lease: null, reason: 'The process that executed it has ended' },
    { reason: null },
  ])
})

describe('a cancel', () => {
  const reason = 'Cancelled by bob@test'

  test('ends the attempt that it stops', () => {
    const run = new RunOf({ a: {}, b: { type: worker } })
    run.cancel()
    expect(run.attempts('a')).toMatchObject([{ number: 1, status: 'skipped', reason, ended: 1020 }])
    expect(run.attempts('b')).toMatchObject([{ number: 1, status: 'skipped', reason, started: null }])
    expect(run.past).toEqual([])
  })

  test('leaves the reason of an attempt that waits for its retry', () => {
    const run = new RunOf({ a: { retry: once } })
    run.fail('a', 'no disk')
    run.cancel()
    expect(run.attempts('a')).toMatchObject([
      { number: 1, status: 'failed', reason: 'no disk' },
      { number: 2, status: 'skipped', reason, queued: null, started: null },
    ])
  })
})

test('error tasks that are reset keep their attempt and its result, and begin a round', () => {
  const run = new RunOf(
    { a: {}, clean: { outputs: { n: '$state.n' } }, tell: { type: worker } },
    { errorTasks: ['clean', 'tell'] },
  )
  run.fail('a')
  run.end('clean', { n: 1 })
  take(run, 'tell')
  run.end('tell', {})
  expect(run.run.status).toBe('failed')
  run.restart('a')
  expect(run.attempts('clean')).toMatchObject([{ number: 1, status: 'ended', resultNo: 1 }])
  run.fail('a')
  run.end('clean', { n: 2 })
  expect(run.attempts('clean')).toMatchObject([
    { number: 1, round: 0, ofRound: 1, actor: 'ada@test' },
    { number: 2, round: 1, ofRound: 1, actor: 'bob@test', status: 'ended', resultNo: 2 },
  ])
})

test('an error task that a restart stops says so', () => {
  const run = new RunOf({ a: {}, tell: {} }, { errorTasks: ['tell'] })
  run.fail('a')
  run.restart('a')
  expect(run.attempts('tell')).toMatchObject([
    { number: 1, status: 'skipped', reason: 'Stopped by a restart of bob@test', ended: 1030 },
  ])
})

test('a result and its reset in one step keep the result', () => {
  const run = new RunOf(
    { a: {}, clean: { outputs: { n: '$state.n' } }, last: { type: worker } },
    { errorTasks: ['clean', 'last'] },
  )
  run.fail('a')
  const clean = run.task('clean').id
  const events: RunEvent[] = [
    { type: 'ended', at: 2000, taskId: clean, attempt: 1, result: { n: 5 } },
    { type: 'restart', at: 2000, taskId: run.task('a').id, actor: 'bob@test' },
  ]
  const { changes, outcomes } = transition(run.snapshot, events, 1)
  expect(outcomes).toEqual([null, null])
  expect(changes.past.find(({ taskId }) => taskId === clean)).toMatchObject({ result: { n: 5 }, resultNo: 1 })
})

describe('setting aside', () => {
  const aside = (run: RunOf, name: string) =>
    run.move({
      type: 'setAside',
      taskId: run.task(name).id,
      reason: 'It ended 3 processes',
      logs: [],
    } as Omit<Extract<RunEvent, { type: 'setAside' }>, 'at'>)

  test('ends the attempts under way; those that go on later have the next number', () => {
    const run = new RunOf({ a: {}, b: {}, c: { type: worker } })
    aside(run, 'a')
    expect(run.attempts('a')).toMatchObject([
      { number: 1, status: 'failed', started: 1010, reason: 'It ended 3 processes', lease: null },
    ])
    expect(run.attempts('b')).toMatchObject([
      { number: 1, status: 'failed', reason: 'It ended 3 processes', ended: 1020 },
    ])
    expect(run.attempts('c')).toEqual([])
    run.restart('a')
    expect(numbersOf(run.attempts('a'))).toEqual(['1 0 1 failed', '2 1 1 started'])
    expect(numbersOf(run.attempts('b'))).toEqual(['1 0 1 failed', '2 0 2 started'])
  })

  test('keeps the reason of an attempt that waits for its retry', () => {
    const run = new RunOf({ a: { retry: once } })
    run.fail('a', 'no disk')
    aside(run, 'a')
    expect(run.attempts('a')).toMatchObject([
      { number: 1, reason: 'no disk' },
      { number: 2, status: 'failed', reason: 'It ended 3 processes', started: null },
    ])
  })
})

test('inputs that are too large leave the reason of the attempt before', () => {
  const run = new RunOf({ a: { retry: once, inputs: { text: 'long enough' } } })
  run.fail('a', 'no disk')
  const due: RunEvent = { type: 'retryDue', at: 2000, taskId: run.task('a').id, attempt: 1 }
  const limits = { ...defaultEngineLimits, taskInputs: 10 }
  const { snapshot, changes } = transition(run.snapshot, [due], 1, limits)
  expect(changes.past).toMatchObject([{ number: 1, reason: 'no disk' }])
  expect(snapshot.run.tasks[0]).toMatchObject({ status: 'failed', attempt: 1, started: null })
})

describe('results', () => {
  test('are numbered in their order, and inputs name the last one before them', () => {
    const run = new RunOf({ a: {}, b: {}, c: { depends: ['a'] }, d: { depends: ['b'] } })
    run.end('b', { n: 1 })
    run.end('a', { n: 2 })
    expect([run.task('d').stateNo, run.task('b').resultNo]).toEqual([1, 1])
    expect([run.task('c').stateNo, run.task('a').resultNo]).toEqual([2, 2])
  })

  test('that are empty have no number, but after one that was not', () => {
    const run = new RunOf({ a: {}, clean: {} }, { errorTasks: ['clean'] })
    run.fail('a')
    run.end('clean', { n: 1 })
    run.restart('a')
    run.fail('a')
    run.end('clean', {})
    expect(run.task('clean')).toMatchObject({ resultNo: 2, resultBytes: 2 })
    run.restart('a')
    run.end('a', {})
    expect(run.task('a').resultNo).toBeNull()
  })

  test('beyond their limit together are written to the state and not kept', () => {
    const outputs = { text: '$state.text' }
    const run = new RunOf({ a: { outputs }, b: { depends: ['a'], outputs }, c: { depends: ['b'], outputs } })
    const limits = { ...defaultEngineLimits, runResults: 100 }
    const end = (name: string, text: string) => {
      const { id, attempt } = run.task(name)
      const event: RunEvent = { type: 'ended', at: 2000, taskId: id, attempt, result: { text } }
      const { snapshot, changes } = transition(run.snapshot, [event], 1, limits)
      run.snapshot = snapshot
      return changes.tasks.find(({ task }) => task.name === name)?.result
    }
    expect(end('a', 'short')).toEqual({ text: 'short' })
    expect(end('b', 'x'.repeat(100))).toBeNull()
    expect(run.run.state).toEqual({ text: 'x'.repeat(100) })
    expect(end('c', 'short')).toEqual({ text: 'short' })
    expect(run.task('c').resultNo).toBe(3)
  })
})
