import { expect, it } from 'vitest'
import { orderedRows, ranFor, type RowOrder } from './rows.ts'
import { attempt, timelineTask } from './test-bed.tsx'

const tasks = ['late', 'page', 'early', 'none', 'again'].map((name) => timelineTask(name))
const attempts = new Map([
  ['t-late', [attempt([50, 60, 61])]],
  ['t-page', [attempt([90, 90, 91])]],
  ['t-early', [attempt([0, 5])]],
  [
    't-again',
    [attempt([10, 10, 20], { status: 'failed' }), attempt([70, 70, 90], { number: 2, ofRound: 2 })],
  ],
])
const namesBy = (order: RowOrder, now = 20) =>
  orderedRows(tasks, attempts, { order, now, aside: new Set(['t-page']) }).map(({ name }) => name)

it('orders rows by the workflow, by start, or by the time they ran', () => {
  expect(namesBy('graph')).toEqual(['late', 'early', 'none', 'again', 'page'])
  expect(namesBy('start')).toEqual(['early', 'again', 'late', 'page', 'none'])
  expect(namesBy('duration')).toEqual(['again', 'early', 'late', 'page', 'none'])
  expect(namesBy('duration', 500)).toEqual(['early', 'again', 'late', 'page', 'none'])
})

it('counts all attempts of a task', () => expect(ranFor(attempts.get('t-again')!, 0)).toBe(30))
