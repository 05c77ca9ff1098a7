import { expect, it } from 'vitest'
import { orderedRows, placesOf, ranFor, type RowOrder, rowsOf } from './rows.ts'
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

const shards = Array.from({ length: 30 }, (_, index) =>
  timelineTask(`shard ${index}`, { status: index < 25 ? 'failed' : 'ended' }),
)
const workflow = [timelineTask('plan'), ...shards, timelineTask('merge')]
const fanOuts = [{ id: 'fold 1', name: 'shards', taskIds: shards.map(({ id }) => id) }]
const none: ReadonlySet<string> = new Set()
const idsOf = (open: ReadonlySet<string>, apart: ReadonlySet<string> = none) =>
  rowsOf(workflow, fanOuts, { open, apart }).map(({ id }) => id)

it('folds the tasks of a fan-out into a row, below which the first that failed and those apart stand', () => {
  const failed = shards.slice(0, 20).map(({ id }) => id)
  expect(idsOf(none)).toEqual(['t-plan', 'fold 1', ...failed, 't-merge'])
  expect(idsOf(none, new Set(['t-shard 29']))).toEqual([
    't-plan',
    'fold 1',
    ...failed,
    't-shard 29',
    't-merge',
  ])
  expect(idsOf(new Set(['fold 1']))).toHaveLength(33)
  expect(rowsOf(workflow, [], { open: none, apart: none })).toHaveLength(32)
})

it('places a task in its own row, and without one in that of its fan-out', () => {
  const places = placesOf(rowsOf(workflow, fanOuts, { open: none, apart: none }))
  expect(['t-plan', 't-shard 0', 't-shard 29', 't-merge'].map((id) => places.get(id))).toEqual([0, 2, 1, 22])
})
