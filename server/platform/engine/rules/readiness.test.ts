import { expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

test('a task starts when all it depends on have ended', () => {
  const run = new RunOf({ a: {}, b: {}, c: { depends: ['a', 'b'] } })
  expect(run.statuses).toEqual({ a: 'started', b: 'started', c: 'notstarted' })
  run.end('a')
  expect(run.task('c').status).toBe('notstarted')
  run.end('b')
  expect(run.task('c').status).toBe('started')
  run.end('c')
  expect(run.run).toMatchObject({ status: 'completed', ended: run.at })
})

test('a dependency named twice counts once', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a', 'a'] } })
  run.end('a')
  expect(run.task('b').status).toBe('started')
})

test('a task whose condition is false is skipped, and its dependents start at once', () => {
  const run = new RunOf(
    { a: { condition: { var: 'go' } }, b: { depends: ['a'] } },
    { initialState: { go: false } },
  )
  expect(run.statuses).toEqual({ a: 'skipped', b: 'started' })
})

test('the condition reads what earlier tasks have written', () => {
  const tasks = { a: { outputs: { go: '$state.go' } }, b: { depends: ['a'], condition: { var: 'go' } } }
  const run = new RunOf(tasks)
  run.end('a', { go: true })
  expect(run.task('b').status).toBe('started')
})

test('a run whose tasks are all skipped is completed without being started', () => {
  const run = new RunOf({ a: { condition: false }, b: { depends: ['a'], condition: false } })
  expect(run.run).toMatchObject({ status: 'completed', started: run.at, ended: run.at })
})

test('a run without tasks is completed', () => {
  expect(new RunOf({}).run.status).toBe('completed')
})

test('firstTasks: other tasks without dependencies are skipped, those after them run', () => {
  const run = new RunOf({ a: {}, b: {}, c: { depends: ['b'] } }, { firstTasks: ['a'] })
  expect(run.statuses).toEqual({ a: 'started', b: 'skipped', c: 'started' })
})

test('a run is notstarted until a task starts: queued is not enough', () => {
  const run = new RunOf({ a: { type: 'task.acme.render' } })
  expect(run.statuses).toEqual({ a: 'queued' })
  expect(run.run).toMatchObject({ status: 'notstarted', started: null })
  run.on('a', { type: 'taken', holder: null })
  expect(run.run).toMatchObject({ status: 'started', started: run.at })
  expect(run.task('a')).toMatchObject({ status: 'started', attempt: 1 })
})

test('without a holder number built-in tasks wait in the queue', () => {
  expect(new RunOf({ a: {} }, {}, null).statuses).toEqual({ a: 'queued' })
})

test('inputs are resolved when the task is queued', () => {
  const tasks = { a: { outputs: { n: '$state.n' } }, b: { depends: ['a'], inputs: { n: '$state.n' } } }
  const run = new RunOf(tasks, { initialState: { n: 1 } })
  run.end('a', { n: 2 })
  expect(run.task('b').resolvedInputs).toEqual({ n: 2 })
})

test('outputs are written in the order of their events; the last one wins', () => {
  const run = new RunOf({ a: { outputs: { v: '$state.v' } }, b: { outputs: { v: '$state.v' } } })
  run.end('b', { v: 'b' })
  run.end('a', { v: 'a' })
  expect(run.run.state).toEqual({ v: 'a' })
})

test('outputs that would make the state too large fail the task', () => {
  const run = new RunOf({ a: { outputs: { v: '$state.v' } } })
  run.end('a', { v: 'x'.repeat(1.2 * 1024 * 1024) })
  expect(run.task('a')).toMatchObject({ status: 'failed', reason: 'outputs.v: 1.2 MiB, more than 1 MiB' })
})

test('the given snapshot is not changed', () => {
  const run = new RunOf({ a: { outputs: { v: '$state.v' } }, b: { depends: ['a'] } })
  const before = run.snapshot
  const copy = structuredClone({ run: before.run, unmet: [...before.counters.unmet] })
  run.end('a', { v: 1 })
  expect({ run: before.run, unmet: [...before.counters.unmet] }).toEqual(copy)
})
