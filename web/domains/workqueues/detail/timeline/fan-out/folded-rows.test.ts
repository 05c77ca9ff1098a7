import { expect, it } from 'vitest'
import { timelineTask } from '../test-bed.tsx'
import { foldedRows, rowPlaces } from './folded-rows.ts'

const shards = Array.from({ length: 30 }, (_, index) =>
  timelineTask(`shard ${index}`, { status: index < 25 ? 'failed' : 'ended' }),
)
const workflow = [timelineTask('plan'), ...shards, timelineTask('merge')]
const fanOuts = [{ id: 'fold 1', name: 'shards', taskIds: shards.map(({ id }) => id) }]
const none: ReadonlySet<string> = new Set()
const idsOf = (open: ReadonlySet<string>, path: ReadonlySet<string> = none, selected: string | null = null) =>
  foldedRows(workflow, fanOuts, { open, path, selected }).map(({ id }) => id)

it('folds the tasks of a fan-out into a row, below which stand those on the critical path, the first that failed and the selected one', () => {
  const failed = shards.slice(0, 20).map(({ id }) => id)
  expect(idsOf(none)).toEqual(['t-plan', 'fold 1', ...failed, 't-merge'])
  expect(idsOf(none, new Set(['t-shard 29']))).toEqual([
    't-plan',
    'fold 1',
    't-shard 29',
    ...failed,
    't-merge',
  ])
  expect(idsOf(none, none, 't-shard 29')).toEqual(['t-plan', 'fold 1', ...failed, 't-shard 29', 't-merge'])
  expect(idsOf(new Set(['fold 1']))).toHaveLength(33)
  expect(foldedRows(workflow, [], { open: none, path: none, selected: null })).toHaveLength(32)
})

it('places a task in its own row, and without one in that of its fan-out', () => {
  const places = rowPlaces(foldedRows(workflow, fanOuts, { open: none, path: none, selected: null }))
  expect(['t-plan', 't-shard 0', 't-shard 29', 't-merge'].map((id) => places.get(id))).toEqual([0, 2, 1, 22])
})
