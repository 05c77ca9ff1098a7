import { describe, expect, it } from 'vitest'
import { carriesData, createPlace, isResync } from './live-message.ts'

const at = (epoch: string, offset: number) => ({ data: {}, extensions: { live: { epoch, offset } } })

describe('createPlace', () => {
  it('lets nothing older pass, and takes equal positions as one event in parts', () => {
    const { take } = createPlace()
    expect([1, 2, 2, 1, 3].map((offset) => take(at('e', offset)))).toEqual([true, true, true, false, true])
  })

  it('counts anew with a new epoch', () => {
    const { take } = createPlace()
    expect(take(at('e', 9))).toBe(true)
    expect(take(at('f', 1))).toBe(true)
  })

  it('takes messages without a position as they come', () => {
    expect(createPlace().take({ data: {} })).toBe(true)
  })
})

it('knows where it stands, after a resync too', () => {
  const { take, position } = createPlace()
  expect(position()).toBeUndefined()
  take(at('e', 4))
  take(at('e', 2))
  expect(position()).toEqual({ epoch: 'e', offset: 4 })
  take({ data: null, extensions: { live: { resync: true, epoch: 'e', offset: 7 } } })
  expect(position()).toEqual({ epoch: 'e', offset: 7 })
})

it('knows a resync, which carries no data', () => {
  const message = { data: null, extensions: { live: { resync: true } } }
  expect(isResync(message)).toBe(true)
  expect(carriesData(message)).toBe(false)
  expect(isResync(at('e', 1))).toBe(false)
  expect(carriesData(at('e', 1))).toBe(true)
  expect(carriesData({ data: null, errors: [{ message: 'no' } as never] })).toBe(true)
})
