import { expect, it } from 'vitest'
import { timelineTask } from '../test-bed.tsx'
import { foldedRows, rowPlaces } from './folded-rows.ts'

const reasonOf = (index: number) =>
  index < 20 ? `locked by ${index}` : index < 22 ? 'out of memory' : 'no answer'
const shards = Array.from({ length: 30 }, (_, index) =>
  timelineTask(
    `shard ${index}`,
    index < 25 ? { status: 'failed', reason: reasonOf(index) } : { status: 'ended' },
  ),
)
const workflow = [timelineTask('plan'), ...shards, timelineTask('merge')]
const fanOuts = [{ id: 'fold 1', name: 'shards', taskIds: shards.map(({ id }) => id) }]
const none: ReadonlySet<string> = new Set()
const rowsOf = (
  open: ReadonlySet<string>,
  path: ReadonlySet<string> = none,
  selected: string | null = null,
) => foldedRows(workflow, fanOuts, { open, path, selected })
const idsOf = (...asked: Parameters<typeof rowsOf>) => rowsOf(...asked).map(({ id }) => id)
const [locked, noAnswer] = ['fold 1 locked by #', 'fold 1 no answer']
const few = ['t-shard 20', 't-shard 21']

it('folds the tasks of a fan-out into a row, below which stand those on the critical path, the failed ones and the selected one', () => {
  expect(idsOf(none)).toEqual(['t-plan', 'fold 1', locked, noAnswer, ...few, 't-merge'])
  expect(idsOf(none, new Set(['t-shard 29']))).toEqual([
    't-plan',
    'fold 1',
    't-shard 29',
    locked,
    noAnswer,
    ...few,
    't-merge',
  ])
  expect(idsOf(none, none, 't-shard 29').at(-2)).toBe('t-shard 29')
  expect(idsOf(new Set(['fold 1']))).toHaveLength(33)
  expect(foldedRows(workflow, [], { open: none, path: none, selected: null })).toHaveLength(32)
})

it('folds those that failed for one reason into a row with their number and the reason, which opens', () => {
  const [, , row] = rowsOf(none)
  expect(row?.fanOut).toEqual({ name: '20 failed', open: false, reason: 'locked by #' })
  const third = shards.slice(22, 25).map(({ id }) => id)
  expect(idsOf(new Set([noAnswer]))).toEqual([
    't-plan',
    'fold 1',
    locked,
    noAnswer,
    ...third,
    ...few,
    't-merge',
  ])
  // One on the critical path has its own row already.
  expect(
    idsOf(new Set([noAnswer]), new Set(['t-shard 22'])).filter((id) => id === 't-shard 22'),
  ).toHaveLength(1)
})

it('places a task in its own row, and without one in that of its reason or its fan-out', () => {
  const places = rowPlaces(rowsOf(none))
  expect(['t-plan', 't-shard 0', 't-shard 20', 't-shard 29', 't-merge'].map((id) => places.get(id))).toEqual([
    0, 2, 4, 1, 6,
  ])
})
