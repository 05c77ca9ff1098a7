import { describe, expect, test } from 'vitest'
import { RunOf } from '#tests/support/run-of.ts'

const KIB = 1024
const MIB = 1024 * KIB
const text = (bytes: number) => 'x'.repeat(bytes)
const initialState = { s: text(300 * KIB), big: text(1.2 * MIB) }

describe('the inputs of a task', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['one large value', { text: '$state.big' }, 'inputs.text: 1.2 MiB resolved, more than 1 MiB'],
    [
      'a value repeated in a list',
      { list: Array.from({ length: 110 }, () => '$state.s') },
      'inputs.list[3]: 1.2 MiB resolved, more than 1 MiB',
    ],
    [
      'a value repeated below objects',
      { a: { b: '$state.s', c: '$state.s' }, d: { e: ['$state.s', '$state.s'] } },
      'inputs.d.e[1]: 1.2 MiB resolved, more than 1 MiB',
    ],
    [
      'the whole state',
      { all: '$state.s', more: '$state.big' },
      'inputs.more: 1.5 MiB resolved, more than 1 MiB',
    ],
  ])('%s beyond their limit fail it at once, without a retry', (_name, inputs, reason) => {
    const retry = { max: 3, delayMs: 1, factor: 1 }
    const run = new RunOf({ a: { inputs: inputs as never, retry } }, { initialState })
    expect(run.task('a')).toMatchObject({ status: 'failed', reason, attempt: 0, resolvedInputs: null })
    expect(run.run.status).toBe('failed')
  })

  test('are measured as UTF-8', () => {
    const run = new RunOf(
      { a: { inputs: { text: '$state.s' } } },
      { initialState: { s: '語'.repeat(400_000) } },
    )
    expect(run.task('a').reason).toBe('inputs.text: 1.1 MiB resolved, more than 1 MiB')
  })

  test('of an error task are limited too, and the run fails', () => {
    const tasks = { a: { inputs: { fail: 'no' } }, mail: { inputs: { text: '$state.big' } } }
    const run = new RunOf(tasks, { initialState, errorTasks: ['mail'] })
    run.fail('a')
    expect(run.statuses).toEqual({ a: 'failed', mail: 'failed' })
    expect(run.run.status).toBe('failed')
  })

  test('that fail with continueOnError let the next task run', () => {
    const tasks = { a: { inputs: { text: '$state.big' }, continueOnError: true }, b: { depends: ['a'] } }
    expect(new RunOf(tasks, { initialState }).statuses).toEqual({ a: 'failed', b: 'started' })
  })

  test('of all tasks of a run together have a limit', () => {
    const tasks = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [
        `t${index}`,
        { inputs: { text: '$state.s' }, continueOnError: true },
      ]),
    )
    const run = new RunOf(tasks, { initialState: { s: text(300 * KIB) } })
    const refused = run.run.tasks.filter(({ status }) => status === 'failed')
    expect(refused.length).toBe(120 - 107)
    expect(refused[0]!.reason).toBe('inputs: the workqueue would keep 32.2 MiB, more than 32 MiB')
  })

  test('that a task no longer has are not counted', () => {
    const retry = { max: 500, delayMs: 1, factor: 1 }
    const run = new RunOf({ a: { inputs: { text: '$state.s' }, retry } }, { initialState })
    for (let round = 0; round < 200; round++) {
      run.fail('a', text(20_000))
      run.on('a', { type: 'retryDue' })
    }
    expect(run.task('a')).toMatchObject({ status: 'started', attempt: 201 })
  })
})

describe('the outputs of a task', () => {
  test('that make the state too large fail it, and the state stays as it was', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const tasks = Object.fromEntries(names.map((name) => [name, { outputs: { v: `$state.${name}` } }]))
    const run = new RunOf(tasks)
    for (const name of names) run.end(name, { v: text(0.9 * MIB) })
    expect(run.task('e')).toMatchObject({
      status: 'failed',
      reason: 'outputs.v: would make the state 4.5 MiB, more than 4 MiB',
    })
    expect(Object.keys(run.run.state)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are counted once however often they are overwritten', () => {
    const retry = { max: 20, delayMs: 1, factor: 1 }
    const run = new RunOf({ a: { outputs: { v: '$state.v' }, retry }, b: {} })
    for (let round = 0; round < 10; round++) {
      const again = new RunOf({ a: { outputs: { v: '$state.v' } } }, { initialState: run.run.state })
      again.end('a', { v: text(0.9 * MIB) })
      expect(again.task('a').status).toBe('ended')
    }
  })

  test('may not nest the state deeper than it can be read', () => {
    let nested: unknown = '$state.v'
    for (let level = 0; level < 60; level++) nested = { x: nested }
    const chain = Object.fromEntries(
      ['a', 'b', 'c'].map((name, index, names) => [
        name,
        {
          inputs: { v: nested as never },
          outputs: { v: '$state.v' },
          depends: index ? [names[index - 1]!] : [],
        },
      ]),
    )
    const run = new RunOf(chain, { initialState: { v: 1 } })
    for (const name of ['a', 'b']) run.end(name, run.task(name).resolvedInputs!)
    expect(run.task('c')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^inputs\.v\.x.*: nested deeper than 128 levels$/) as string,
    })
    const long = new RunOf({ a: { outputs: { v: `$state.${'p.'.repeat(500)}p` } } })
    long.end('a', { v: 1 })
    expect(long.task('a').reason).toBe('outputs.v: a path of more than 128 levels')
  })
})

test('conditions that search too much in one step fail their tasks', () => {
  const condition = { in: ['zz', { var: 'big' }] }
  const tasks = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`t${index}`, { condition, continueOnError: true }]),
  )
  const run = new RunOf(tasks, { initialState })
  expect(Object.values(run.statuses).filter((status) => status === 'skipped')).toHaveLength(53)
  expect(run.task('t59')).toMatchObject({
    status: 'failed',
    reason: 'condition: the searches of this step go through more than 64 MiB',
  })
})
