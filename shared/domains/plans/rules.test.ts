import { expect, it } from 'vitest'
import { planUpdate, restoredPlan } from './rules.ts'

const stored = { _id: 'p1', name: 'Nightly', tasks: [], tags: ['a'], firstTasks: ['b'], version: 3 }

it('sends the edited plan with the version that it was based on', () => {
  const edited = { ...stored, name: 'Daily', version: 9, own: { b: [1] } }
  expect(planUpdate(stored, edited)).toEqual({ ...edited, version: 3 })
})

it('empties what was taken out, and nothing that was not there', () => {
  expect(planUpdate(stored, { name: 'Nightly', tasks: [] })).toEqual({
    ...{ name: 'Nightly', tasks: [], tags: [], firstTasks: [], version: 3 },
  })
  expect(planUpdate(stored, {})).toMatchObject({ name: '', tasks: null })
})

it('sends no version where the platform keeps none', () => {
  expect(planUpdate({ name: 'Nightly' }, { name: 'Daily' })).toEqual({ name: 'Daily' })
})

it('restores the content of a revision and nothing of who saved it when', () => {
  const present = { ...stored, updatedBy: 'anna', own: 1 }
  const revision = { _id: 'p1', name: 'Weekly', tasks: [], version: 1, updatedBy: 'berta' }
  expect(restoredPlan(present, revision)).toEqual({
    ...{ _id: 'p1', name: 'Weekly', tasks: [], version: 3, updatedBy: 'anna', own: 1 },
  })
})
