import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'
import { MAX_LOST_LEASES } from '../attempt.ts'

const type = 'task.imports.pdf'
const by = { actor: 'worker:default' }

test('a worker takes a task, reports its version and host, and ends it', () => {
  const run = new RunOf({ a: { type } })
  run.on('a', { type: 'taken', holder: null, by })
  expect(run.task('a')).toMatchObject({ status: 'started', attempt: 1, holder: null, updatedBy: by.actor })
  run.on('a', { type: 'progress', progress: 0.5, by: { ...by, version: '2.1.0', hostName: 'crane-07' } })
  expect(run.task('a')).toMatchObject({ progress: 0.5, version: '2.1.0', hostName: 'crane-07' })
  run.on('a', { type: 'ended', result: {}, by })
  expect(run.task('a')).toMatchObject({ status: 'ended', updatedBy: by.actor, hostName: 'crane-07' })
})

test('a taken event based on an old snapshot of the task is refused', () => {
  const run = new RunOf({ a: { type } })
  const { id } = run.task('a')
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'leaseExpired' })
  expect(run.move({ type: 'taken', taskId: id, attempt: 0, holder: null } as never)).toMatch('attempt 1')
  expect(run.task('a')).toMatchObject({ status: 'queued', attempt: 1 })
})

test('a task whose lease expired is queued again at once, and its late result is refused', () => {
  const run = new RunOf({ a: { type, inputs: { n: '$state.n' } } }, { initialState: { n: 1 } })
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'leaseExpired' })
  expect(run.task('a')).toMatchObject({
    status: 'queued',
    queued: run.at,
    started: null,
    attempt: 1,
    resolvedInputs: { n: 1 },
  })
  expect(run.last?.changes.counted.map(({ status }) => status)).toEqual(['queued'])
  run.on('a', { type: 'taken', holder: null })
  const late = { type: 'ended', taskId: run.task('a').id, attempt: 1, result: {} }
  expect(run.move(late as never)).toMatch('no longer under way')
})

const leases = (run: RunOf, most: number): number => {
  for (let given = 0; given <= most; given++) {
    if (run.task('a').status === 'failed') return given
    run.on('a', { type: 'taken', holder: null })
    run.on('a', { type: 'leaseExpired' })
  }
  return Infinity
}

test('expired leases are tries: after its retries the task fails with that reason', () => {
  const run = new RunOf({ a: { type, retry: { max: 2, delayMs: 100, factor: 1 } } })
  expect(leases(run, 9)).toBe(3)
  expect(run.task('a').reason).toBe('The lease of attempt 3 ended without a result, and no retry is left')
  expect(run.run.status).toBe('failed')
})

test('a task without a retry rule is queued again a few times, not forever', () => {
  const run = new RunOf({ a: { type } })
  expect(leases(run, 99)).toBe(MAX_LOST_LEASES + 1)
  expect(run.task('a').reason).toMatch(/ended without a result, as those of its other tries$/)
})

test('the reason does not say that other leases were lost where another try has failed', () => {
  const run = new RunOf({ a: { type, retry: { max: 1, delayMs: 0, factor: 1 } } })
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'failed', reason: 'card declined' })
  run.on('a', { type: 'retryDue' })
  run.on('a', { type: 'taken', holder: null })
  run.on('a', { type: 'leaseExpired' })
  expect(run.task('a').reason).toBe('The lease of attempt 2 ended without a result, and no retry is left')
})
