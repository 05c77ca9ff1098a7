import { expect, it } from 'vitest'
import type { JsonObject } from '#shared/lib/json.ts'
import { valueChanges } from './changes.ts'

const load: JsonObject = { name: 'load', type: 'task.rail.loader' }
const weigh: JsonObject = { name: 'weigh', type: 'task.rail.loader', inputs: { lot: 1 } }
const run = {
  name: 'Nightly',
  initialState: { month: '2026-10', regions: ['EU', 'US'] },
  tasks: [load, weigh],
} satisfies JsonObject

it('finds nothing in an equal definition, whatever the order of its fields and tasks', () => {
  const { name, ...rest } = run
  expect(valueChanges(run, { ...rest, tasks: [weigh, load], name })).toEqual([])
})

it('names each value that differs: fields, tasks by their name, plain lists as a whole', () => {
  const changed = {
    ...run,
    initialState: { month: '2026-11', regions: ['EU'] },
    tasks: [load, { ...weigh, inputs: { lot: 2 } }],
  }
  expect(valueChanges(run, changed)).toEqual([
    { path: ['initialState', 'month'], before: '2026-10', now: '2026-11' },
    { path: ['initialState', 'regions'], before: ['EU', 'US'], now: ['EU'] },
    { path: ['tasks', 'weigh', 'inputs', 'lot'], before: 1, now: 2 },
  ])
})

it('tells what one side has alone, and compares lists with doubled names as a whole', () => {
  expect(valueChanges({ tasks: [load, weigh] }, { tasks: [load] })).toEqual([
    { path: ['tasks', 'weigh'], before: weigh, now: undefined },
  ])
  expect(valueChanges({ tasks: [load] }, { tasks: [load, load] })).toHaveLength(1)
})
