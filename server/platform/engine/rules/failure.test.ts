import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

test('after a failure nothing is queued, and running tasks continue to their end', () => {
  const run = new RunOf({ a: {}, b: {}, c: { depends: ['b'] } })
  run.fail('a', 'no disk')
  expect(run.run.status).toBe('started')
  run.end('b')
  expect(run.statuses).toEqual({ a: 'failed', b: 'ended', c: 'notstarted' })
  expect(run.task('a').reason).toBe('no disk')
  expect(run.run.status).toBe('failed')
})

test('continueOnError: the tasks after the failed one start and the run completes', () => {
  const run = new RunOf({ a: { continueOnError: true }, b: { depends: ['a'] } })
  run.fail('a')
  expect(run.task('b').status).toBe('started')
  run.end('b')
  expect(run.run.status).toBe('completed')
})

test('error tasks run in their own order after all others have ended, then the run has failed', () => {
  const tasks = { a: {}, b: {}, mail: {}, log: { depends: ['mail', 'b'] } }
  const run = new RunOf(tasks, { errorTasks: ['mail', 'log'] })
  run.fail('a')
  expect(run.task('mail').status).toBe('notstarted')
  run.end('b')
  expect(run.statuses).toMatchObject({ mail: 'started', log: 'notstarted' })
  run.end('mail')
  expect(run.task('log').status).toBe('started')
  run.end('log')
  expect(run.run.status).toBe('failed')
})

test('error tasks of a run that succeeds end skipped', () => {
  const run = new RunOf({ a: {}, mail: {} }, { errorTasks: ['mail'] })
  expect(run.task('mail').status).toBe('notstarted')
  run.end('a')
  expect(run.statuses).toEqual({ a: 'ended', mail: 'skipped' })
  expect(run.run.status).toBe('completed')
})

test('a failed error task holds back only its dependents', () => {
  const tasks = { a: {}, one: {}, two: { depends: ['one'] }, other: {} }
  const run = new RunOf(tasks, { errorTasks: ['one', 'two', 'other'] })
  run.fail('a')
  run.fail('one')
  run.end('other')
  expect(run.statuses).toMatchObject({ two: 'notstarted', other: 'ended' })
  expect(run.run.status).toBe('failed')
})

test('a late event of an attempt that is over is refused and changes nothing', () => {
  const run = new RunOf({ a: {}, b: {} })
  run.end('a')
  const before = run.run
  expect(run.end('a')).toMatch('Attempt 1 of task a is no longer under way')
  expect(run.run.tasks).toEqual(before.tasks)
})

test('every change of status that the backlog counts is reported in order', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] } })
  run.end('a')
  const told = run.last?.changes.counted.map(({ _id, status }) => [_id, status])
  expect(told).toEqual([
    [run.task('a').id, 'ended'],
    [run.task('b').id, 'queued'],
    [run.task('b').id, 'started'],
  ])
})
