import { expect, test } from 'vitest'
import { countStatus, noBacklog } from '#shared/domains/backlog/rules.ts'
import { RunOf } from '#tests/support/run-of.ts'

test('tasks that have not ended become skipped with who cancelled them, and late results are refused', () => {
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
    started: 'skipped',
    queued: 'skipped',
    retrying: 'skipped',
    waiting: 'skipped',
    mail: 'skipped',
  })
  const cancelled = { reason: 'Cancelled by bob@test', holder: null, updatedBy: 'bob@test' }
  for (const name of ['started', 'queued', 'retrying', 'waiting', 'mail'])
    expect(run.task(name)).toMatchObject(cancelled)
  expect(run.run).toMatchObject({ status: 'cancelled', ended: run.at, updatedBy: 'bob@test' })
  expect(run.end('started')).toMatch('no longer under way')
})

test('a cancel leaves nothing in the counts of the backlog, and counts no failure', () => {
  const run = new RunOf({
    started: {},
    queued: { type: 'task.acme.render' },
    waiting: { depends: ['started'] },
  })
  const counts = { begun: run.last!.changes.counted, cancelled: run.cancel() ?? run.last!.changes.counted }
  const told = [...counts.begun, ...(counts.cancelled as typeof counts.begun)]
  const left = told.reduce((sum, { status }) => countStatus(sum, status), noBacklog)
  expect(left).toEqual(noBacklog)
  expect(told.map(({ status }) => status)).not.toContain('failed')
})

test('a run that the engine cancels names no person', () => {
  const run = new RunOf({ a: {} })
  run.move({ type: 'cancel', actor: 'engine' } as never)
  expect(run.task('a')).toMatchObject({ status: 'skipped', reason: 'Cancelled' })
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
