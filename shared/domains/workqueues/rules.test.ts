import { describe, expect, test } from 'vitest'
import { selectOutput } from './output.ts'
import { checkDefinition, MAX_DEFINITION_DEPTH } from './rules.ts'

const task = (name: string, more: object = {}) => ({ name, type: 'task.workforce.noop', ...more })

/** The faults of a definition with these tasks, as `path: message`. */
function faults(tasks: unknown, more: object = {}): string[] {
  const checked = checkDefinition({ name: 'a run', tasks, ...more })
  return 'faults' in checked ? checked.faults.map(({ path, message }) => `${path}: ${message}`) : []
}

describe('checkDefinition', () => {
  test('accepts a valid definition and returns it trimmed', () => {
    const checked = checkDefinition({ name: ' run ', tasks: [task(' a '), task('b', { depends: ['a'] })] })
    expect(checked).toMatchObject({ definition: { name: 'run', tasks: [{ name: 'a' }, { name: 'b' }] } })
  })

  test('names faults of the shape and faults across fields together', () => {
    const found = faults(
      [
        task('a', { depends: ['x', 'a'] }),
        task('a', { type: 'nothing' }),
        task('c', { type: 'task.workforce.dance' }),
        task('d', { type: 'task.workforce.plan' }),
        task('e', { type: 'task.workforce.map', inputs: { plan: 'p' } }),
        task('f', { condition: { not: [] }, outputs: { x: 'y' } }),
      ],
      { tags: ['a,b'], firstTasks: ['nobody'], errorTasks: ['nobody'] },
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'tags[0]: must not contain a comma',
        'tasks[0].depends[0]: no task named "x"',
        'tasks[0].depends[1]: a task cannot depend on itself',
        'tasks[1].name: "a" is the name of tasks[0] too',
        'tasks[1].type: must have the form task.{namespace}.{type}',
        expect.stringContaining('tasks[2].type: "task.workforce.dance" is not one of task.workforce.noop'),
        'tasks[3].inputs.plan: must name a plan',
        'tasks[4].inputs.items: must be an array or a $state.{path} that leads to one',
        'tasks[5].condition.not: unknown operator "not": use and, or, in, var',
        'tasks[5].outputs.x: must have the form $state.{path}',
        'firstTasks[0]: no task named "nobody"',
        'errorTasks[0]: no task named "nobody"',
      ]),
    )
    expect(found).toHaveLength(12)
  })

  test('names the cycle', () => {
    const circle = [
      task('a', { depends: ['c'] }),
      task('b', { depends: ['a'] }),
      task('c', { depends: ['b'] }),
    ]
    expect(faults(circle)).toEqual(['tasks[1].depends: cycle: a -> c -> b -> a'])
  })

  test('accepts types of workers', () => {
    expect(faults([task('a', { type: 'task.media.render-2' })])).toEqual([])
  })

  test('refuses an ordinary task that depends on an error task, and an error task as first task', () => {
    const tasks = [task('a', { depends: ['oops'] }), task('oops', { depends: ['b'] }), task('b')]
    expect(faults(tasks, { errorTasks: ['oops'], firstTasks: ['oops'] })).toEqual([
      'firstTasks[0]: is an error task, which only runs when the run fails',
      'tasks[0].depends[0]: "oops" is an error task; only error tasks can depend on it',
    ])
  })

  test('refuses conditions that are too deep or malformed', () => {
    const deep = (levels: number): unknown => (levels === 0 ? true : { and: [deep(levels - 1)] })
    expect(faults([task('a', { condition: deep(32) })])).toEqual([])
    expect(faults([task('a', { condition: deep(33) })])).toEqual([
      expect.stringContaining('nested deeper than 32'),
    ])
    expect(faults([task('a', { condition: { and: [], or: [] } })])).toHaveLength(1)
    expect(faults([task('a', { condition: { in: [1] } })])).toHaveLength(1)
    expect(faults([task('a', { condition: { var: 3 } })])).toHaveLength(1)
  })

  test('refuses too deep nesting before anything recurses into it', () => {
    let nested: unknown = 1
    for (let level = 0; level < 100_000; level++) nested = [nested]
    expect(faults([task('a', { inputs: { nested } })])).toEqual([
      `: is nested deeper than ${MAX_DEFINITION_DEPTH}`,
    ])
  })

  test.each([null, 7, 'text', [], { tasks: 3 }, { tasks: [null, 7, { name: {}, depends: 'x' }] }])(
    'names faults of %j instead of throwing',
    (input) => expect(checkDefinition(input)).toHaveProperty('faults'),
  )

  test('is linear: 10,000 faulty tasks in a cycle', () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) =>
      task(`t${index}`, {
        type: 'bad',
        depends: [`t${(index + 1) % 10_000}`, 'nobody'],
        condition: { no: 1 },
      }),
    )
    const from = performance.now()
    expect(faults(tasks).length).toBeGreaterThan(20_000)
    // Measured at 80 ms; a quadratic check takes minutes.
    expect(performance.now() - from).toBeLessThan(2000)
  })
})

describe('selectOutput', () => {
  const state = { a: { b: [1, { c: 2 }] }, d: 'e' }

  test('without a selection is the whole state', () => {
    expect(selectOutput(null, state)).toEqual(state)
    expect(selectOutput(undefined, state)).toEqual(state)
  })

  test('replaces references in an object, null where the state has nothing', () => {
    const selection = { deep: { value: '$state.a.b.1.c' }, none: '$state.x.y', text: 'as it is' }
    expect(selectOutput(selection, state)).toEqual({ deep: { value: 2 }, none: null, text: 'as it is' })
  })

  test('takes the paths of an array', () => {
    expect(selectOutput(['d', '$state.a.b.0'], state)).toEqual({ d: 'e', 'a.b.0': 1 })
  })

  test('reads own properties only', () => {
    expect(selectOutput({ x: '$state.constructor.name', y: '$state.__proto__' }, state)).toEqual({
      x: null,
      y: null,
    })
  })
})
