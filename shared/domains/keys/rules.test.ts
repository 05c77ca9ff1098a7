import { describe, expect, it } from 'vitest'
import { endOfOverlap, isStillUsed, keyAge, MAX_KEY_NAME, nextName } from './rules.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')
const days = (count: number) => new Date(NOW + count * 86_400_000).toISOString()
const key = { created: days(-10), expires: null, lastUsed: null, replacedAt: null }

describe('a key needs another one in its place', () => {
  it('before it ends, and after a year', () => {
    expect(keyAge(key, NOW)).toBe('fine')
    expect(keyAge({ ...key, expires: days(15) }, NOW)).toBe('fine')
    expect(keyAge({ ...key, expires: days(14) }, NOW)).toBe('soon')
    expect(keyAge({ ...key, expires: days(0) }, NOW)).toBe('expired')
    expect(keyAge({ ...key, created: days(-365) }, NOW)).toBe('old')
  })

  it('not when it has one', () => {
    const replaced = { ...key, created: days(-400), expires: days(1), replacedAt: days(-1) }
    expect(keyAge(replaced, NOW)).toBe('fine')
    expect(keyAge({ ...replaced, expires: days(-1) }, NOW)).toBe('expired')
  })
})

it('is still used when it was used since it was replaced', () => {
  const used = (at: string) => ({ ...key, lastUsed: { at }, replacedAt: days(-1) })
  expect(isStillUsed(key)).toBeNull()
  expect(isStillUsed({ ...key, replacedAt: days(-1) })).toBe(false)
  expect(isStillUsed(used(days(-2)))).toBe(false)
  expect(isStillUsed(used(days(-0.5)))).toBe(true)
})

it('ends when it is revoked, or after the chosen time', () => {
  expect(endOfOverlap('open', NOW)).toBeNull()
  expect(endOfOverlap('7d', NOW)).toBe(days(7))
})

describe('the name of the next key', () => {
  it.each([
    ['crane-07', 'crane-07 (2)'],
    ['crane-07 (2)', 'crane-07 (3)'],
    ['crane (old)', 'crane (old) (2)'],
    ['', ' (2)'],
  ])('after %j is %j', (name, next) => {
    expect(nextName(name)).toBe(next)
  })

  it('is not longer than a name may be', () => {
    const next = nextName('x'.repeat(MAX_KEY_NAME))
    expect(next).toHaveLength(MAX_KEY_NAME)
    expect(next).toMatch(/x \(2\)$/)
    expect(nextName('🗝'.repeat(MAX_KEY_NAME / 2))).toBe(`${'🗝'.repeat(48)} (2)`)
    expect(nextName(`x${'🗝'.repeat(49)}`)).toBe(`x${'🗝'.repeat(47)} (2)`)
  })
})
