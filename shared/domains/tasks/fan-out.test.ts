import { describe, expect, it } from 'vitest'
import { fanOutsOf, type FanOutTask } from './fan-out.ts'

const task = (name: string, over: Partial<FanOutTask> = {}): FanOutTask => ({
  id: name,
  name,
  type: 'task.search.work',
  alias: 'default',
  depends: ['Plan'],
  ...over,
})
const many = (name: (index: number) => string, over: Partial<FanOutTask> = {}, size = 12) =>
  Array.from({ length: size }, (_, index) => task(name(index), over))
const regions = 'AP AU BR CA CN DE EU FR IN JP UK US'.split(' ')

describe('the name of a group', () => {
  it.each<[string, FanOutTask[], string]>([
    ['numbers at the end', many((index) => `shard ${index}`), 'shards'],
    ['numbers in parts', many((index) => `shard ${index}-${index * 7}`), 'shards'],
    [
      'the type names the verb',
      many((index) => `shard ${index}`, { type: 'task.search.scoreshard' }),
      'score shards',
    ],
    [
      'the type is the name',
      many((index) => `scoreshard ${index}`, { type: 'task.search.scoreshard' }),
      'scoreshards',
    ],
    ['a capital', many((index) => `Score shard ${index}`), 'score shards'],
    ['capitals', many((index) => `EU batch ${index}`), 'EU batches'],
    ['words at the end', many((index) => `Charge cards ${regions[index]}`), 'charge cards'],
    ['dashes', many((index) => `load-file-${index}`), 'load-files'],
    ['a plural in y', many((index) => `copy ${index}`), 'copies'],
    ['numbers in front', many((index) => `${index} load`), 'loads'],
    ['nothing but numbers', many((index) => `${index}`, { type: 'task.search.scoreshard' }), 'scoreshards'],
    ['empty names', many(() => ''), 'works'],
  ])('%s', (_name, tasks, name) => {
    const ids = tasks.map((one, index) => ({ ...one, id: `t${index}` }))
    expect(fanOutsOf(ids)).toEqual([{ key: 't0', name, taskIds: ids.map(({ id }) => id) }])
  })
})

describe('tasks are equal', () => {
  it.each<[string, FanOutTask[]]>([
    ['below twelve', many((index) => `shard ${index}`, {}, 11)],
    [
      'of two types',
      [
        ...many((index) => `shard ${index}`, {}, 6),
        ...many((index) => `shard ${index}`, { type: 'task.a.b' }, 6),
      ],
    ],
    [
      'of two aliases',
      [...many((index) => `shard ${index}`, {}, 6), ...many((index) => `shard ${index}`, { alias: 'eu' }, 6)],
    ],
    [
      'after different tasks',
      [...many((index) => `shard ${index}`, {}, 6), ...many((index) => `shard ${index}`, { depends: [] }, 6)],
    ],
    ['with different names', many((index) => `${'abcdefghijkl'[index]} task`)],
  ])('not %s', (_name, tasks) => expect(fanOutsOf(tasks)).toEqual([]))

  it('whatever the order of their dependencies, and beside others', () => {
    const tasks = [
      task('Check', {}),
      ...many((index) => `shard ${index}`, {}, 20).map((one, index) => ({
        ...one,
        depends: index % 2 ? ['A', 'B'] : ['B', 'A'],
      })),
      ...many((index) => `file ${index}`),
    ]
    expect(fanOutsOf(tasks).map(({ name, taskIds }) => [name, taskIds.length])).toEqual([
      ['shards', 20],
      ['files', 12],
    ])
  })
})
