import { expect, it } from 'vitest'
import { mostLike } from './use-last-good.ts'

const rows = [
  { id: 'newest', inputs: { order: 'o-9', tenant: 'globex', currency: 'EUR', amount: 12 } },
  { id: 'of acme', inputs: { order: 'o-8', tenant: 'acme', currency: 'USD', amount: 7 } },
  { id: 'older', inputs: { order: 'o-7', tenant: 'acme', currency: 'EUR', amount: 9 } },
  { id: 'other', inputs: { order: 'o-6', tenant: 'hooli', currency: 'EUR', amount: 8 } },
  { id: 'hidden', inputs: null },
]
const found = (initialState: unknown) => mostLike({ initialState }, rows)?.row.id

it('of the good runs finds the newest with the text that varies most and that one of them shares', () => {
  expect(found({ currency: 'EUR', tenant: 'acme', order: 'o-10', amount: 12 })).toBe('of acme')
  expect(found({ tenant: 'hooli', currency: 'EUR' })).toBe('other')
})

it('without such a text finds the newest', () => {
  expect(found({ amount: 8, nested: { tenant: 'acme' } })).toBe('newest')
  expect(found({ tenant: 'initech' })).toBe('newest')
  expect(found(null)).toBe('newest')
  expect(mostLike({ initialState: { tenant: 'acme' } }, [])).toBeUndefined()
})

it('says which input decided, or which one none shares', () => {
  const choice = (initialState: unknown) => mostLike({ initialState }, rows)?.choice
  expect(choice({ tenant: 'acme', order: 'o-10' })).toEqual({ input: 'tenant=acme', isShared: true })
  expect(choice({ currency: 'GBP', tenant: 'initech' })).toEqual({ input: 'tenant=initech', isShared: false })
  expect(choice({ amount: 8 })).toBeNull()
})
