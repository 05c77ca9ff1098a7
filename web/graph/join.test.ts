import { expect, it } from 'vitest'
import { joinedName, joinNeighbours } from './join.ts'
import { nodeTask } from './test-bed.ts'

const task = (name: string, status: string, depends: string[] = ['plan']) => ({
  ...nodeTask(name, status, depends),
  id: `t-${name}`,
})

it('joins neighbours of one state, and leaves failed and running ones alone', () => {
  const tasks = [
    task('plan', 'ended', []),
    task('charge EU', 'ended'),
    task('charge US', 'failed'),
    task('charge CA', 'failed'),
    task('charge UK', 'ended'),
    task('charge AP', 'started'),
    task('sum', 'notstarted', ['charge EU', 't-charge UK', 'charge US']),
    task('send', 'notstarted', ['sum']),
  ]
  expect(joinNeighbours(tasks)).toEqual([
    { id: 'join t-charge EU', name: 'EU, UK', taskIds: ['t-charge EU', 't-charge UK'], joined: true },
  ])
  expect(joinNeighbours(tasks, new Set(['t-charge UK']))).toEqual([])
})

it('joins no tasks that lead elsewhere or are of another type', () => {
  const tasks = [
    task('a', 'ended'),
    task('b', 'ended'),
    { ...task('c', 'ended'), type: 'task.other' },
    task('after a', 'failed', ['a']),
  ]
  expect(joinNeighbours(tasks)).toEqual([])
})

it('names the words in which the tasks differ', () => {
  expect(joinedName(['Charge cards EU', 'Charge cards UK', 'Charge cards AP'])).toBe('EU, UK, AP')
  expect(joinedName(['scan', 'scan'])).toBe('scan, scan')
  expect(joinedName(['import a', 'export a'])).toBe('import a, export a')
})
