import { describe, expect, it } from 'vitest'
import { carriesData, createOrder, isResync } from './live-message.ts'

const at = (epoch: string, offset: number) => ({ data: {}, extensions: { live: { epoch, offset } } })

describe('createOrder', () => {
  it('lets nothing older pass, and takes equal positions as one event in parts', () => {
    const inTurn = createOrder()
    expect([1, 2, 2, 1, 3].map((offset) => inTurn(at('e', offset)))).toEqual([true, true, true, false, true])
  })

  it('counts anew with a new epoch', () => {
    const inTurn = createOrder()
    expect(inTurn(at('e', 9))).toBe(true)
    expect(inTurn(at('f', 1))).toBe(true)
  })

  it('takes messages without a position as they come', () => {
    expect(createOrder()({ data: {} })).toBe(true)
  })
})

it('knows a resync, which carries no data', () => {
  const message = { data: null, extensions: { live: { resync: true } } }
  expect(isResync(message)).toBe(true)
  expect(carriesData(message)).toBe(false)
  expect(isResync(at('e', 1))).toBe(false)
  expect(carriesData(at('e', 1))).toBe(true)
  expect(carriesData({ data: null, errors: [{ message: 'no' } as never] })).toBe(true)
})
