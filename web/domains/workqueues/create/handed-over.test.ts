import { expect, it } from 'vitest'
import { createTarget, historyDefinition } from './create-params.ts'

const definition = (tasks: number) => ({
  name: 'Again',
  tasks: Array.from({ length: tasks }, (_, index) => ({ name: `t${index}`, type: 'task.workforce.noop' })),
})

it('puts a definition into the address', () => {
  const { to, state } = createTarget('a1', definition(2))
  const url = new URL(to, 'http://console.example')
  expect(url.pathname).toBe('/apps/a1/workqueues/create')
  expect(JSON.parse(url.searchParams.get('workqueue') ?? '')).toEqual(definition(2))
  expect(state).toBeUndefined()
})

it('puts a definition that is too long for an address into the history entry', () => {
  const { to, state } = createTarget('a1', definition(200))
  expect(to).toBe('/apps/a1/workqueues/create')
  expect(JSON.parse(historyDefinition(state) ?? '')).toEqual(definition(200))
  expect(createTarget('a1', definition(60)).to.length).toBeLessThan(7_100)
})

it('finds nothing in other history entries', () => {
  for (const state of [null, undefined, 'x', {}, { workqueue: 7 }])
    expect(historyDefinition(state)).toBeNull()
})
