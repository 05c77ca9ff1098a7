import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

test('a failed task runs again, and its run with it', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] } })
  run.fail('a')
  expect(run.run.status).toBe('failed')
  expect(run.restart('a')).toBeNull()
  expect(run.run).toMatchObject({ status: 'started', ended: null, updatedBy: 'bob@test' })
  expect(run.task('a')).toMatchObject({
    status: 'started',
    attempt: 2,
    ended: null,
    reason: null,
    updatedBy: 'bob@test',
  })
  run.end('a')
  run.end('b')
  expect(run.run.status).toBe('completed')
})

test('a restart resets the tries but not the attempts', () => {
  const run = new RunOf({ a: { retry: { max: 1, delayMs: 10, factor: 1 } } })
  run.fail('a')
  run.on('a', { type: 'retryDue' })
  run.fail('a')
  run.restart('a')
  run.fail('a')
  expect(run.task('a')).toMatchObject({ status: 'retry', attempt: 3 })
})

test('tasks held back by a failure start when no failure is left', () => {
  const run = new RunOf({ a: {}, b: {}, c: {}, d: { depends: ['c'] } })
  run.fail('a')
  run.fail('b')
  run.end('c')
  expect(run.task('d').status).toBe('notstarted')
  run.restart('a')
  expect(run.task('d').status).toBe('notstarted')
  run.restart('b')
  expect(run.task('d').status).toBe('started')
})

test('error tasks are reset, and run again when the run fails again', () => {
  const run = new RunOf({ a: {}, mail: {} }, { errorTasks: ['mail'] })
  run.fail('a')
  run.end('mail')
  run.restart('a')
  expect(run.task('mail')).toMatchObject({ status: 'notstarted', ended: null, attempt: 1 })
  run.fail('a')
  expect(run.task('mail')).toMatchObject({ status: 'started', attempt: 2 })
})

test('a running error task is withdrawn: its late result is refused', () => {
  const run = new RunOf({ a: {}, mail: {} }, { errorTasks: ['mail'] })
  run.fail('a')
  run.restart('a')
  expect(run.task('mail')).toMatchObject({ status: 'notstarted', holder: null })
  expect(run.end('mail')).toMatch('no longer under way')
})

test('a failed error task can be restarted alone', () => {
  const run = new RunOf({ a: {}, mail: {}, log: {} }, { errorTasks: ['mail', 'log'] })
  run.fail('a')
  run.fail('mail')
  run.end('log')
  run.restart('mail')
  expect(run.statuses).toEqual({ a: 'failed', mail: 'started', log: 'ended' })
  run.end('mail')
  expect(run.run.status).toBe('failed')
})

test('a task that failed with continueOnError can be restarted in a completed run', () => {
  const run = new RunOf({ a: { continueOnError: true } })
  run.fail('a')
  expect(run.run.status).toBe('completed')
  run.restart('a')
  expect(run.run.status).toBe('started')
  run.end('a')
  expect(run.run.status).toBe('completed')
})

test('a restart can move the task to another alias', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  run.on('a', { type: 'taken', holder: null })
  run.fail('a')
  run.restart('a', 'canary')
  expect(run.task('a')).toMatchObject({ status: 'queued', alias: 'canary' })
})

test('with an alias a queued task moves to its queue, and waits there from now on', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' }, b: { depends: ['a'] } })
  const before = run.task('a').queued ?? 0
  expect(run.restart('a', 'canary')).toBeNull()
  expect(run.task('a')).toMatchObject({ status: 'queued', alias: 'canary', attempt: 0, round: 0 })
  expect(run.task('a').queued).toBeGreaterThan(before)
  expect(run.run.restarts).toBe(0)
  expect(run.last?.changes.counted.map(({ status, alias }) => [status, alias])).toEqual([
    ['started', 'default'],
    ['ended', 'default'],
    ['queued', 'canary'],
  ])
  expect(run.on('a', { type: 'taken', holder: null, alias: 'default' })).toMatch('moved to the alias canary')
  expect(run.on('a', { type: 'taken', holder: null, alias: 'canary' })).toBeNull()
  run.end('a')
  run.end('b')
  expect(run.run.status).toBe('completed')
})

test('a queued task does not move to the alias that it waits for', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  expect(run.restart('a', 'default')).toMatch('waits for the alias default already')
})

test('a task that has not failed is refused, with its status', () => {
  const run = new RunOf({ a: {}, b: {} })
  expect(run.restart('a')).toBe('The task is started: only a failed task can be restarted')
})

test('refused in a cancelled run', () => {
  const run = new RunOf({ a: {} })
  run.cancel()
  expect(run.restart('a')).toBe('The workqueue is cancelled: its tasks cannot be restarted')
})
