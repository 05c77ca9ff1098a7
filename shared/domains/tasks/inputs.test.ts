import { expect, test } from 'vitest'
import { faultsOfInputs } from './inputs.ts'

const schema = {
  type: 'object',
  properties: {
    dpi: { type: 'integer', minimum: 72 },
    mode: { enum: ['fast', 'fine'] },
    pages: { type: 'array', items: { type: 'integer' } },
  },
  required: ['dpi'],
  additionalProperties: false,
}
const paths = (inputs: object) => faultsOfInputs(schema, inputs as never).map(({ path }) => path.join('.'))

test('constants are checked, at their place', () => {
  expect(paths({ dpi: 300, mode: 'fine', pages: [1] })).toEqual([])
  expect(paths({ dpi: 10, mode: 'slow', pages: [1, 'x'] })).toEqual(['dpi', 'mode', 'pages.1'])
})

test('references are not: only a run knows their values', () => {
  expect(paths({ dpi: '$state.dpi', mode: '$var.MODE', pages: '$state.pages' })).toEqual([])
  expect(paths({ dpi: 300, pages: ['$state.first', 'x'] })).toEqual(['pages.1'])
})

test('a name that is missing or not known is a fault, whatever the others refer to', () => {
  expect(paths({ mode: '$state.mode' })).toEqual(['dpi'])
  expect(paths({ dpi: '$state.dpi', dip: 3 })).toEqual(['dip'])
})
