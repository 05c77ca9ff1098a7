import { expect, it } from 'vitest'
import { foundTasks } from './found-tasks.ts'

const task = (name: string, over: object = {}) => ({
  name,
  type: 'task.payments.charge',
  alias: 'default',
  workqueueId: 'r1',
  workqueueName: 'Nightly',
  workqueueDescription: '',
  hostName: null,
  reason: null,
  why: null,
  ...over,
})
const late = { why: { code: 'late', text: 'Late: runs 9 m' } }
const tasks = [task('Charge US', { reason: 'Card scheme timed out' }), task('Tax'), task('Export', late)]
const names = (search: string) => foundTasks(tasks, search).map(({ name }) => name)

// Fails when a late task is below others, or the order of the rest changes.
it('lists late tasks first, and the others in their order', () =>
  expect(names('')).toEqual(['Export', 'Charge US', 'Tax']))

it.each([
  ['charge us', ['Charge US']],
  ['TIMED  card', ['Charge US']],
  ['runs 9', ['Export']],
  ['nightly tax', ['Tax']],
  ['nothing', []],
])('%s is looked for by words, in any case', (search, expected) => expect(names(search)).toEqual(expected))
