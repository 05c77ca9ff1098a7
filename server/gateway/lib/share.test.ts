import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Share, SharePart } from './share.ts'
import type { ShareHolder } from './shares.ts'

const bounds = { total: 10, caller: 4, address: 6, kinds: { signIn: 3 } }
const limits = { slowMs: 5_000, slowBytesPerSecond: 1024, graceMs: 1_000 }
const holder = (caller: string, address = '', kind: ShareHolder['kind'] = 'api') => ({
  kind,
  caller,
  address,
})

let full: string[]
let slow: number
let share: Share
beforeEach(() => {
  vi.useFakeTimers()
  full = []
  slow = 0
  share = new Share({ bounds, limits, onFull: (scope) => full.push(scope), onSlow: () => slow++ })
})
afterEach(() => void vi.useRealTimers())

function take(...args: Parameters<Share['take']>): SharePart {
  const part = share.take(...args)
  if (!(part instanceof SharePart)) throw new Error(`no room: ${part}`)
  return part
}

describe('a share', () => {
  it.each([
    ['caller', [holder('a')], 4, holder('a')],
    ['address', [holder('a', 'x'), holder('b', 'x')], 3, holder('c', 'x')],
    ['kind', [holder('a', '', 'signIn')], 3, holder('b', '', 'signIn')],
    ['total', [holder('a'), holder('b'), holder('c')], 3, holder('d')],
  ] as const)('is bounded for each %s', (scope, holders, amount, next) => {
    const parts = holders.map((one) => take(one, amount))
    if (scope === 'total') take(holder('e'))
    expect(share.take(next)).toBe(scope)
    expect(full).toEqual([scope])
    parts[0]?.release()
    take(next)
  })

  it('counts nothing twice and forgets nothing', () => {
    const part = take(holder('a', 'x'), 2)
    expect([part.grow(2), part.grow(1), share.total]).toEqual([undefined, 'caller', 4])
    part.release()
    part.release()
    expect([share.total, share.take(holder('a', 'x'), 4) instanceof SharePart]).toEqual([0, true])
  })

  it('takes back the part that has waited longest for its caller, of the same scope only', () => {
    const dropped: string[] = []
    const waiting = (name: string, caller: string) => take(holder(caller), 2).waits(() => dropped.push(name))
    waiting('first of a', 'a')
    waiting('first of b', 'b')
    waiting('second of a', 'a')
    expect(share.take(holder('a'))).toBe('caller')
    vi.advanceTimersByTime(1_001)
    take(holder('a'))
    expect(dropped).toEqual(['first of a'])
    const arrived = take(holder('c'), 4)
    arrived.waits(() => dropped.push('c'))
    arrived.arrived()
    vi.advanceTimersByTime(1_001)
    take(holder('d'), 3)
    expect(dropped).toEqual(['first of a', 'first of b'])
  })

  it('takes back the part of a caller that is slower than the least pace', () => {
    const dropped: string[] = []
    let moved = 0
    take(holder('slow')).waits(
      () => dropped.push('slow'),
      () => moved / 10,
    )
    take(holder('quick')).waits(
      () => dropped.push('quick'),
      () => moved,
    )
    take(holder('unmeasured')).waits(() => dropped.push('unmeasured'))
    for (let second = 0; second < 20; second++) {
      moved += 2_000
      vi.advanceTimersByTime(1_000)
      if (second === 3) expect(dropped).toEqual([])
    }
    expect([dropped, slow, share.total]).toEqual([['slow'], 1, 2])
  })
})
