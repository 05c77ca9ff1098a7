import { expect, test } from 'vitest'
import { mask, unmasked } from './mask.ts'

test.each([
  ['', ''],
  ['abcd', '****'],
  ['abcdef', '******'],
  ['elevenchars', '***********'],
  ['twelve-chars', '*********ars'],
  ['fifteen-letters', '************ers'],
  ['sixteen-letters!', '************ers!'],
  ['postgres://marked-secret', '********************cret'],
  ['ääääääääääää€€€€', '************€€€€'],
])('%j is masked as %j', (secret, masked) => {
  expect(mask(secret)).toBe(masked)
  expect(mask(masked)).toBe(masked)
})

test('a mask shows at most a quarter of any secret, at most its last four characters', () => {
  for (let length = 0; length < 100; length++) {
    const shown = mask('x'.repeat(length)).replaceAll('*', '').length
    expect(shown).toBeLessThanOrEqual(Math.min(4, length / 4))
    if (length < 12) expect(shown).toBe(0)
  }
})

test('the mask that comes back means the stored value, anything else is a new one', () => {
  expect(unmasked('*********ars', 'twelve-chars')).toBe('twelve-chars')
  expect(unmasked('**********rs', 'twelve-chars')).toBe('**********rs')
  expect(unmasked('****', undefined)).toBe('****')
  expect(unmasked('', 'stored')).toBe('')
})
