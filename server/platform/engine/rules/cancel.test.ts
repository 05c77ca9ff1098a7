import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

test('waiting and queued tasks become skipped, started ones failed, and late results are refused', () => {
  const tasks = {
    started: {},
    queued: { type: 'task.acme.render' },
    retrying: { retry: { max: 1, delayMs: 100, factor: 1 } },
    waiting: { depends: ['started'] },
    mail: {},
  }
  const run = new RunOf(tasks, { errorTasks: ['mail'] })
  run.fail('retrying')
  expect(run.cancel()).toBeNull()
  expect(run.statuses).toEqual({
    started: 'failed',
    queued: 'skipped',
    retrying: 'skipped',
    waiting: 'skipped',
    mail: 'skipped',
  })
  expect(run.task('started')).toMatchObject({ reason: 'Cancelled', holder: null, updatedBy: 'bob@test' })
  expect(run.run).toMatchObject({ status: 'cancelled', ended: run.at, updatedBy: 'bob@test' })
  expect(run.end('started')).toMatch('no longer under way')
})

test('a run that has not started can be cancelled', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  expect(run.cancel()).toBeNull()
  expect(run.run.status).toBe('cancelled')
})

test.each(['completed', 'failed', 'cancelled'])('a %s run cannot be cancelled', (status) => {
  const run = new RunOf({ a: {} })
  if (status === 'cancelled') run.cancel()
  else if (status === 'failed') run.fail('a')
  else run.end('a')
  expect(run.cancel()).toBe(`The workqueue is ${status}: it cannot be cancelled`)
})
