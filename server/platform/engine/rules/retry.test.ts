import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

const twice = { retry: { max: 2, delayMs: 100, factor: 3 } }

test('a failed attempt is retried after a growing delay, then the task fails', () => {
  const run = new RunOf({ a: twice })
  run.fail('a', 'first')
  expect(run.task('a')).toMatchObject({
    status: 'retry',
    retryTime: run.at + 100,
    reason: 'first',
    attempt: 1,
  })
  run.on('a', { type: 'retryDue' })
  expect(run.task('a')).toMatchObject({ status: 'started', attempt: 2, retryTime: null, reason: null })
  run.fail('a')
  expect(run.task('a').retryTime).toBe(run.at + 300)
  run.on('a', { type: 'retryDue' })
  run.fail('a', 'last')
  expect(run.task('a')).toMatchObject({ status: 'failed', attempt: 3, reason: 'last' })
  expect(run.run.status).toBe('failed')
})

test('no retry waits longer than a day', () => {
  const run = new RunOf({ a: { retry: { max: 9, delayMs: 86_400_000, factor: 100 } } })
  run.fail('a')
  run.on('a', { type: 'retryDue' })
  run.fail('a')
  expect(run.task('a').retryTime).toBe(run.at + 86_400_000)
})

test('a retry that is due twice is taken once', () => {
  const run = new RunOf({ a: twice })
  run.fail('a')
  const due = { type: 'retryDue', taskId: run.task('a').id, attempt: 1 } as const
  expect(run.move(due as never)).toBeNull()
  expect(run.move(due as never)).toMatch('not waiting for this retry')
  expect(run.task('a').attempt).toBe(2)
})

test('a retry starts although another task has failed meanwhile', () => {
  const run = new RunOf({ a: twice, b: {} })
  run.fail('a')
  run.fail('b')
  expect(run.run.status).toBe('started')
  run.on('a', { type: 'retryDue' })
  run.end('a')
  expect(run.run.status).toBe('failed')
})

test('inputs are resolved again for a retry', () => {
  const run = new RunOf({ a: { ...twice, inputs: { n: '$state.n' } }, b: { outputs: { n: '$state.n' } } })
  run.fail('a')
  run.end('b', { n: 5 })
  run.on('a', { type: 'retryDue' })
  expect(run.task('a').resolvedInputs).toEqual({ n: 5 })
})

test('an attempt past its time-out fails with that reason and may be retried', () => {
  const run = new RunOf({ a: { ...twice, timeoutMs: 250 } })
  expect(run.task('a').deadline).toBe(run.at + 250)
  run.on('a', { type: 'timedOut' })
  expect(run.task('a')).toMatchObject({ status: 'retry', reason: 'Timed out after 250 ms', deadline: null })
})

test('the death of a process is a new attempt that costs no retry', () => {
  const run = new RunOf({ a: { retry: { max: 1, delayMs: 0, factor: 1 } } })
  run.on('a', { type: 'leaseLost' })
  expect(run.task('a')).toMatchObject({ status: 'started', attempt: 2, tries: 1, holder: 1 })
  expect(run.last?.changes.counted).toEqual([])
  run.fail('a')
  expect(run.task('a').status).toBe('retry')
  run.on('a', { type: 'retryDue' })
  run.fail('a')
  expect(run.task('a')).toMatchObject({ status: 'failed', attempt: 3 })
})

test('a task of a dead worker is queued again', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'leaseLost' })
  expect(run.task('a')).toMatchObject({ status: 'queued', attempt: 1, tries: 0 })
  run.on('a', { type: 'taken', holder: null })
  expect(run.task('a')).toMatchObject({ status: 'started', attempt: 2, tries: 1 })
})

test('a worker may ask for another attempt at a given moment', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'postponed', reason: 'busy', until: 99_000 })
  expect(run.task('a')).toMatchObject({ status: 'retry', retryTime: 99_000, reason: 'busy' })
})
