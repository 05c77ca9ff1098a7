import { expect, it } from 'vitest'
import { mask } from './mask.ts'

it.each([
  ['', ''],
  ['a', '*'],
  ['abcd', '****'],
  ['abcde', '*bcde'],
  ['a-long-secret', '*********cret'],
  ['😀😀😀😀', '****'],
  ['😀😀😀😀z', '*😀😀😀z'],
])('%j is masked as %j', (secret, seen) => {
  expect(mask(secret)).toBe(seen)
})
