import { expect, it } from 'vitest'
import { MAX_PATTERN } from './backlog-params.ts'
import { findPattern } from './search.worker.ts'

it.each<[string, boolean[]]>([
  ['rail', [true, false]],
  ['RAIL\\.(ocr|scale)$', [true, false]],
  ['^air', [false, false]],
  ['', [true, true]],
  ['é', [false, true]],
])('%s', (pattern, matches) => {
  expect(findPattern(pattern, ['task.Rail.ocr', 'task.air.É'])).toEqual({ matches })
})

it.each([
  ['[a-', 'missing closing ]: `[a-`'],
  ['(', 'missing closing )'],
  ['a{1001}', 'invalid repeat count'],
  ['(?=x)', 'invalid or unsupported Perl syntax'],
  ['\\', 'trailing backslash'],
])('%s is not a valid pattern', (pattern, fault) => {
  expect(findPattern(pattern, ['a'])).toEqual({ fault: expect.stringContaining(fault) })
})

// A backtracking engine takes exponential time for each of these.
it.each([
  '(a+)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '([a-z]+)*$',
  '(.*a){20}$',
  '(x+x+)+y|(a*)*b',
  '((a{1,9}){1,9}){1,9}b',
  '(a?){60}a{60}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a|b|ab)*c$',
  '(?:a*)*(?:a*)*(?:a*)*$',
  '('.repeat(100) + 'a+' + ')+'.repeat(100) + '$',
  '(a|aa)*$'.repeat(60).slice(0, MAX_PATTERN),
])('%s is searched at once', (pattern) => {
  const texts = Array.from({ length: 20 }, (_, index) => `${'a'.repeat(200)}!${index}`)
  expect(findPattern(pattern, texts)).toMatchObject({ matches: { length: 20 } })
})
