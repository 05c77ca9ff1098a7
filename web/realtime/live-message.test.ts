import { describe, expect, it } from 'vitest'
import { carriesData, createPositionTracker, isResync } from './live-message.ts'

const at = (epoch: string, offset: number) => ({ data: {}, extensions: { live: { epoch, offset } } })

describe('createPositionTracker', () => {
  it('rejects older events, and accepts equal positions as parts of one event', () => {
    const { advance: advance } = createPositionTracker()
    expect([1, 2, 2, 1, 3].map((offset) => advance(at('e', offset)))).toEqual([true, true, true, false, true])
  })

  it('starts again with a new epoch', () => {
    const { advance: advance } = createPositionTracker()
    expect(advance(at('e', 9))).toBe(true)
    expect(advance(at('f', 1))).toBe(true)
  })

  it('accepts messages without a position', () => {
    expect(createPositionTracker().advance({ data: {} })).toBe(true)
  })
})

it('knows its position, also after a resync', () => {
  const { advance: advance, position } = createPositionTracker()
  expect(position()).toBeUndefined()
  advance(at('e', 4))
  advance(at('e', 2))
  expect(position()).toEqual({ epoch: 'e', offset: 4 })
  advance({ data: null, extensions: { live: { resync: true, epoch: 'e', offset: 7 } } })
  expect(position()).toEqual({ epoch: 'e', offset: 7 })
})

it('recognises a resync, which contains no data', () => {
  const message = { data: null, extensions: { live: { resync: true } } }
  expect(isResync(message)).toBe(true)
  expect(carriesData(message)).toBe(false)
  expect(isResync(at('e', 1))).toBe(false)
  expect(carriesData(at('e', 1))).toBe(true)
  expect(carriesData({ data: null, errors: [{ message: 'no' } as never] })).toBe(true)
})
