import { expect, test } from 'vitest'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { RunOf, type TaskSketch } from '#tests/support/run-of.ts'

const worker: TaskSketch = { type: 'task.team.work' }
const failing: TaskSketch = { deadlineMs: 5000 }
const telling: TaskSketch = { deadlineMs: 5000, onDeadline: 'tell' }

/** The deadline of a task, or of the run, passes. */
function pass(run: RunOf, name?: string): string | null {
  const { id = null, due } = name === undefined ? { due: run.run.due } : run.task(name)
  return run.move({ type: 'deadlinePassed', taskId: id, due } as never)
}

test('the deadline of a task counts from when it is ready, and retries do not move it', () => {
  const run = new RunOf({
    a: {},
    b: { ...failing, depends: ['a'], retry: { max: 9, delayMs: 1, factor: 1 } },
  })
  expect(run.task('b').due).toBeNull()
  run.end('a')
  const due = run.at + 5000
  expect(run.task('b').due).toBe(due)
  run.fail('b')
  expect(run.task('b')).toMatchObject({ status: 'retry', due })
  run.on('b', { type: 'retryDue' })
  expect(run.task('b')).toMatchObject({ status: 'started', due })
  expect(pass(run, 'b')).toBeNull()
  expect(run.task('b')).toMatchObject({
    status: 'failed',
    late: due,
    due: null,
    reason: 'The task was not done within its deadline of 5 s',
  })
  expect(run.run.status).toBe('failed')
})

test.each(['queued', 'retry', 'started'])('a task that is %s fails at its deadline', (status) => {
  const run = new RunOf({ a: { ...worker, ...failing, retry: { max: 9, delayMs: 1, factor: 1 } } })
  if (status !== 'queued') run.on('a', { type: 'taken', holder: null })
  if (status === 'retry') run.fail('a')
  expect(run.task('a').status).toBe(status)
  expect(pass(run, 'a')).toBeNull()
  expect(run.statuses).toEqual({ a: 'failed' })
  // A report that arrives later is refused.
  expect(run.end('a')).toMatch('no longer under way')
})

test('a task that has ended has no deadline any more', () => {
  const run = new RunOf({ a: failing, b: worker })
  const { id, due } = run.task('a')
  run.end('a')
  expect(run.task('a')).toMatchObject({ status: 'ended', due: null, late: null })
  expect(run.move({ type: 'deadlinePassed', taskId: id, due } as never)).toMatch('no longer this one')
  expect(run.statuses).toEqual({ a: 'ended', b: 'queued' })
})

test('a task that only tells is marked as late with its run, and goes on', () => {
  const run = new RunOf({ a: telling })
  const { due } = run.task('a')
  expect(pass(run, 'a')).toBeNull()
  expect(run.task('a')).toMatchObject({ status: 'started', late: due, due: null })
  expect(run.run).toMatchObject({ status: 'started', late: due })
  run.end('a')
  expect(run.run.status).toBe('completed')
})

const withDeadline: Partial<Definition> = { deadlineMs: 60_000 }

test('a run that fails at its deadline stops what is under way, and a restart counts again', () => {
  const run = new RunOf({ a: {}, b: worker, c: { depends: ['a', 'b'] } }, withDeadline)
  expect(run.run.due).toBe(61_000)
  expect(pass(run)).toBeNull()
  expect(run.run).toMatchObject({ status: 'failed', late: 61_000, due: null })
  expect(run.statuses).toEqual({ a: 'failed', b: 'failed', c: 'notstarted' })
  expect(run.task('a').reason).toBe('The workqueue was not done within its deadline of 1 m')
  run.restart('a')
  expect(run.run).toMatchObject({ status: 'started', late: null, due: run.at + 60_000 })
})

test('a run that only tells goes on, and one that is over has no deadline', () => {
  const run = new RunOf({ a: {} }, { ...withDeadline, onDeadline: 'tell' })
  expect(pass(run)).toBeNull()
  expect(run.run).toMatchObject({ status: 'started', late: 61_000, due: null })
  const other = new RunOf({ a: {} }, withDeadline)
  other.cancel()
  expect(other.run.due).toBeNull()
})

test('a restarted task is not late, and its deadline counts again', () => {
  const run = new RunOf({ a: failing })
  pass(run, 'a')
  run.restart('a')
  expect(run.task('a')).toMatchObject({ status: 'started', late: null, due: run.at + 5000 })
  expect(run.run.late).toBeNull()
})

test('a run is late while a task that has failed by its deadline is not restarted', () => {
  const run = new RunOf({ a: failing, b: worker })
  const { due } = run.task('a')
  pass(run, 'a')
  expect(run.run).toMatchObject({ status: 'started', late: due })
  run.restart('a')
  expect(run.run).toMatchObject({ status: 'started', late: null })
})

test('a restart leaves a run late whose other task is late, or which is late itself', () => {
  const run = new RunOf({ a: failing, b: { ...telling, deadlineMs: 6000 } })
  const { due } = run.task('b')
  pass(run, 'a')
  pass(run, 'b')
  run.restart('a')
  expect(run.run.late).toBe(due)
  const whole = new RunOf({ a: failing, b: worker }, { ...withDeadline, onDeadline: 'tell' })
  const { late } = (pass(whole), pass(whole, 'a'), whole.run)
  whole.restart('a')
  expect(whole.run.late).toBe(late)
})
