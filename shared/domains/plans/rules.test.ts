import { expect, it } from 'vitest'
import { planUpdate, restoredPlan } from './rules.ts'

const stored = { _id: 'p1', name: 'Nightly', tasks: [], tags: ['a'], firstTasks: ['b'], version: 3 }

it('sends the edited plan with the version that the edit started from', () => {
  const edited = { ...stored, name: 'Daily', version: 9, own: { b: [1] } }
  expect(planUpdate(stored, edited)).toEqual({ ...edited, version: 3 })
})

it('omits what the edit removed', () => {
  expect(planUpdate(stored, { name: 'Nightly', tasks: [] })).toEqual({
    name: 'Nightly',
    tasks: [],
    version: 3,
  })
})

it.each([undefined, '2.0', 1.5])('keeps a version that is no version number: %s', (version) => {
  const edited = { name: 'Daily', version: '2.1' }
  expect(planUpdate(version === undefined ? {} : { version }, edited)).toEqual(edited)
  expect(planUpdate(version === undefined ? {} : { version }, { name: 'Daily' })).toEqual({ name: 'Daily' })
})

it('restores the content of a revision but not its author and time', () => {
  const present = { ...stored, updatedBy: 'anna', own: 1 }
  const revision = { _id: 'p1', name: 'Weekly', tasks: [], version: 1, updatedBy: 'berta' }
  expect(restoredPlan(present, revision)).toEqual({
    _id: 'p1',
    name: 'Weekly',
    tasks: [],
    version: 3,
    updatedBy: 'anna',
    own: 1,
  })
})
