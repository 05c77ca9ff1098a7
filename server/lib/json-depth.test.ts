import { expect, it } from 'vitest'
import { JsonDepth } from './json-depth.ts'

const within = (text: string, limit = 3) => new JsonDepth(limit).take(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

it.each([
  ['1', true],
  [nested(3), true],
  [nested(4), false],
  ['{"a":{"b":[1]}}', true],
  ['{"a":{"b":[{}]}}', false],
  [`[${nested(2)},${nested(2)}]`, true],
  ['"[[[[["', true],
  ['{"[[[[":"{{{{"}', true],
  ['["\\"[[[["]', true],
  ['["\\\\",[[[]]]]', false],
  ['["\\u005b\\"",[[]]]', true],
])('%s within three: %s', (text, expected) => {
  expect(within(text)).toBe(expected)
})

it('gives the same result wherever the bytes are split', () => {
  for (const [text, expected] of [
    ['{"a\\"[":["\\\\",{"b":"]"}]}', true],
    ['{"a\\"[":["\\\\",{"b":[]}]}', false],
  ] as const) {
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at++) {
      const depth = new JsonDepth(3)
      const parts = [bytes.subarray(0, at), bytes.subarray(at)]
      expect(parts.every((part) => depth.take(part))).toBe(expected)
    }
  }
})
