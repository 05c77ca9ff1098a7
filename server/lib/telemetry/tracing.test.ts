import { expect, test } from 'vitest'
import { parseTraceparent, traceparentOf } from './tracing.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

test.each([
  [`00-${trace}-${span}-01`, true],
  [`00-${trace}-${span}-00`, false],
  [`00-${trace}-${span}-03`, true],
  // A later version may have more.
  [`cc-${trace}-${span}-01-what-the-future-brings`, true],
])('%s is valid', (text, isSampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId: trace, spanId: span, isSampled })
})

test.each([
  undefined,
  '',
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
])('%s is void', (text) => {
  expect(parseTraceparent(text)).toBeNull()
})

test('what is sent on is of version 00', () => {
  expect(traceparentOf(parseTraceparent(`cc-${trace}-${span}-01-x`)!)).toBe(`00-${trace}-${span}-01`)
})
