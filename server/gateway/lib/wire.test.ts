import { expect, it } from 'vitest'
import { pageOf } from './wire.ts'

it('the count of all rows of a list is a number or a text', () => {
  const data = [{ _id: 'a' }]
  expect(pageOf({ data, total: '57' }).total).toBe(57)
  expect(pageOf({ data: { docs: data, total: '57' } }).total).toBe(57)
  expect(pageOf({ data, total: 'many' }).total).toBe(1)
})

it('the count of all rows is at least that of the list', () => {
  const data = [{ _id: 'a' }]
  expect(pageOf({ data, total: 0 }).total).toBe(1)
  expect(pageOf({ data: [], total: -3 }).total).toBe(0)
})

it('of more rows than were asked for the first ones are used', () => {
  const data = Array.from({ length: 5000 }, (_, index) => ({ _id: `a${index}` }))
  expect(pageOf(data, 10)).toEqual({ rows: data.slice(0, 10), total: 5000 })
})
