import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a'.repeat(64))

test('a sealed value opens again, and two seals of it differ', () => {
  const sealed = seal.seal('pass wörd', 'app_tokens/1/secret')
  expect(seal.open(sealed, 'app_tokens/1/secret')).toBe('pass wörd')
  expect(sealed.includes('pass')).toBe(false)
  expect(seal.seal('pass wörd', 'app_tokens/1/secret').equals(sealed)).toBe(false)
})

test('the empty text is a text', () => {
  expect(seal.open(seal.seal('', 'x'), 'x')).toBe('')
})

test('a value that was moved, changed, cut or sealed with another key does not open', () => {
  const sealed = seal.seal('secret', 'row/1')
  expect(() => seal.open(sealed, 'row/2')).toThrow()
  expect(() => createSeal('b'.repeat(64)).open(sealed, 'row/1')).toThrow()
  expect(() => seal.open(sealed.subarray(0, 20), 'row/1')).toThrow()
  for (const place of [1, 14, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => seal.open(changed, 'row/1')).toThrow()
  }
})
