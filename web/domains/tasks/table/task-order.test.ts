import { expect, it } from 'vitest'
import { moment, task } from '#web/domains/workqueues/detail/test-bed.tsx'
import { sortTasks } from './task-order.ts'

const tasks = [
  task('shard 10', { status: 'ended', started: moment(0), ended: moment(9) }),
  task('shard 2', { status: 'failed', started: moment(1), ended: moment(2) }),
  task('merge', { status: 'notstarted', started: null, ended: null }),
  task('shard 3', { status: 'started', started: moment(2), ended: null }),
]
const namesBy = (key: string, descending = false) =>
  sortTasks(tasks, { key, descending }, { now: Date.parse(moment(6)) }).map(({ name }) => name)

it('keeps the order of the workflow without a column', () => {
  expect(sortTasks(tasks, null)).toBe(tasks)
})

it('puts the failed tasks first when there are more than are drawn at first', () => {
  const many = Array.from({ length: 51 }, (_, index) =>
    task(`shard ${index}`, { status: index % 25 === 24 ? 'failed' : 'ended' }),
  )
  const names = sortTasks(many, null).map(({ name }) => name)
  expect(names.slice(0, 4)).toEqual(['shard 24', 'shard 49', 'shard 0', 'shard 1'])
  expect(sortTasks(many.slice(1), null)).toEqual(many.slice(1))
})

it('puts what failed or goes on first where few fit on the screen, and leaves the rest in the order of the workflow', () => {
  const names = (sort: Parameters<typeof sortTasks>[1]) =>
    sortTasks(tasks, sort, { urgentFirst: true }).map(({ name }) => name)
  expect(names(null)).toEqual(['shard 2', 'shard 3', 'shard 10', 'merge'])
  expect(names({ key: 'name', descending: false })).toEqual(namesBy('name'))
})

it('sorts by status the worst first, and names with numbers by these', () => {
  expect(namesBy('status')).toEqual(['shard 2', 'shard 3', 'merge', 'shard 10'])
  expect(namesBy('name')).toEqual(['merge', 'shard 2', 'shard 3', 'shard 10'])
})

it('counts what runs up to now, and puts tasks without the value last in both directions', () => {
  expect(namesBy('duration', true)).toEqual(['shard 10', 'shard 3', 'shard 2', 'merge'])
  expect(namesBy('ended')).toEqual(['shard 2', 'shard 10', 'merge', 'shard 3'])
  expect(namesBy('ended', true)).toEqual(['shard 10', 'shard 2', 'merge', 'shard 3'])
})
