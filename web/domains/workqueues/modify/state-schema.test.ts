import { expect, it } from 'vitest'
import { schemaOfState } from './state-schema.ts'

it('has a field for each value of the state, by its type', () => {
  const state = {
    month: '2026-10',
    lines: 3,
    dry: false,
    apiKey: 'k-1',
    regions: ['EU', 'US'],
    mixed: [1, 'a'],
    none: null,
    place: { city: 'Bergen' },
  }
  expect(schemaOfState(state)).toEqual({
    type: 'object',
    properties: {
      month: { type: 'string' },
      lines: { type: 'number' },
      dry: { type: 'boolean' },
      apiKey: { type: 'string', format: 'password' },
      regions: { type: 'array', items: { type: 'string' } },
      mixed: { type: 'array' },
      none: {},
      place: { type: 'object', properties: { city: { type: 'string' } } },
    },
  })
})
