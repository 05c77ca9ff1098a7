import { describe, expect, it } from 'vitest'
import { errorTaskIds, isDashedEdge, orderTasks, taskEdges } from './order.ts'

const task = (name: string, ...depends: string[]) => ({ id: `id-${name}`, name, depends })
const names = (tasks: { name: string }[]) => tasks.map((each) => each.name).join(' ')

describe('orderTasks', () => {
  it('puts tasks without dependencies first, in their order', () => {
    expect(names(orderTasks([task('c', 'a'), task('a'), task('b')]))).toBe('a b c')
  })

  it('places a task once all it depends on are placed, by id or by name', () => {
    const tasks = [task('d', 'c', 'id-b'), task('c', 'id-a'), task('b', 'a'), task('a')]
    expect(names(orderTasks(tasks))).toBe('a c b d')
  })

  it('returns the original order for a cycle', () => {
    expect(names(orderTasks([task('b', 'c'), task('c', 'b'), task('a')]))).toBe('b c a')
  })

  it('returns the original order for a dependency that does not exist', () => {
    expect(names(orderTasks([task('b', 'gone'), task('a')]))).toBe('b a')
  })

  it('allows exactly four attempts per task', () => {
    // A chain in reverse order of n waiting tasks takes n + (n - 1) + ... + 1 attempts.
    const backToFront = (waiting: number) => [
      ...Array.from({ length: waiting }, (_, index) =>
        task(`t${waiting - index}`, `t${waiting - index - 1}`),
      ),
      task('t0'),
    ]
    const ordered = (length: number) => Array.from({ length }, (_, index) => `t${index}`).join(' ')
    // 7 waiting of 8 tasks: 28 attempts of 32. 8 of 9: 36 of 36. 9 of 10: 45 of 40.
    expect(names(orderTasks(backToFront(7)))).toBe(ordered(8))
    expect(names(orderTasks(backToFront(8)))).toBe(ordered(9))
    expect(names(orderTasks(backToFront(9)))).toBe(names(backToFront(9)))
  })

  it('accepts an empty list', () => {
    expect(orderTasks([])).toEqual([])
  })
})

describe('taskEdges', () => {
  it('returns one edge per dependency, by id or by name', () => {
    expect(taskEdges([task('a'), task('b', 'a', 'id-a'), task('c', 'id-b')])).toEqual([
      { id: 'id-a>id-b', source: 'id-a', target: 'id-b' },
      { id: 'id-b>id-c', source: 'id-b', target: 'id-c' },
    ])
  })

  it('omits references to unknown tasks and to the task itself', () => {
    expect(taskEdges([task('a', 'gone', 'a')])).toEqual([])
  })
})

describe('isDashedEdge', () => {
  it.each([
    ['skipped', 'ended', true],
    ['ended', 'skipped', true],
    ['notstarted', 'started', true],
    ['ended', 'notstarted', true],
    ['ended', 'started', false],
    ['ended', 'queued', false],
    ['failed', 'retry', false],
  ])('%s to %s: %s', (source, target, dashed) => {
    expect(isDashedEdge(source, target)).toBe(dashed)
  })
})

describe('errorTaskIds', () => {
  it('finds the named tasks and their successors', () => {
    const tasks = [task('main'), task('mend'), task('tell', 'mend'), task('last', 'id-tell')]
    expect([...errorTaskIds(tasks, ['mend'])]).toEqual(['id-mend', 'id-tell', 'id-last'])
    expect(errorTaskIds(tasks, [])).toEqual(new Set())
  })
})
