import { describe, expect, it } from 'vitest'
import { integerOrNull, moment, momentOrNull, numberOrNull, pageOf } from './wire.ts'

const at = '2025-11-22T05:13:20.000Z'
const epoch = Date.parse(at)

describe('a number', () => {
  it.each([
    [1.5, 1.5],
    ['0.5', 0.5],
    [' 1500 ', 1500],
    ['-2', -2],
    ['1e3', 1000],
    ['', null],
    [' ', null],
    ['12 s', null],
    ['0x10', null],
    ['Infinity', null],
    ['1e999', null],
    [Number.NaN, null],
    [true, null],
    [null, null],
    [['1'], null],
  ])('of %j is %j', (value, read) => {
    expect(numberOrNull('n')({ n: value })).toBe(read)
  })
})

describe('an integer', () => {
  it.each([
    [57, 57],
    ['57', 57],
    [2_147_483_647, 2_147_483_647],
    [-2_147_483_648, -2_147_483_648],
    [2_147_483_648, null],
    [epoch, null],
    [String(epoch), null],
    [1.5, null],
    ['1.5', null],
  ])('of %j is %j, which GraphQL takes', (value, read) => {
    expect(integerOrNull('n')({ n: value })).toBe(read)
  })
})

describe('a moment', () => {
  it.each([
    [at, at],
    [epoch, at],
    [String(epoch), at],
    ['2025', '2025-01-01T00:00:00.000Z'],
    ['9'.repeat(20), null],
    ['soon', null],
    ['', null],
    [true, null],
  ])('of %j is %j', (value, read) => {
    expect(momentOrNull('at')({ at: value })).toBe(read)
  })

  it('is taken from the next key, and at last from the id', () => {
    expect(moment('created', 'createdAt')({ created: 'soon', createdAt: String(epoch) })).toBe(at)
    expect(moment('created')({ _id: '692146b00000000000000000' })).toMatch(/^2025-11-22T05:14/)
  })
})

it('a list tells the count of all as a number or as text', () => {
  const data = [{ _id: 'a' }]
  expect(pageOf({ data, total: '57' }).total).toBe(57)
  expect(pageOf({ data: { docs: data, total: '57' } }).total).toBe(57)
  expect(pageOf({ data, total: 'many' }).total).toBe(1)
})
