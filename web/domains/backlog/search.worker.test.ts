import { expect, it } from 'vitest'
import { findPattern } from './search.worker.ts'

it.each<[string, boolean[]]>([
  ['rail', [true, false]],
  ['RAIL\\.(ocr|scale)$', [true, false]],
  ['^air', [false, false]],
  ['', [true, true]],
  ['é', [false, true]],
  ['^(?!.*air)', [true, false]],
  ['(?<=task\\.)rail', [true, false]],
  ['(r)ail.*\\1?', [true, false]],
])('%s', (pattern, matches) => {
  expect(findPattern(pattern, ['task.Rail.ocr', 'task.air.É'])).toEqual({ matches })
})

it.each([
  ['[a-', 'unterminated character class'],
  ['(', 'unterminated group'],
  ['*a', 'nothing to repeat'],
  ['(?<n', 'invalid capture group name'],
  ['\\', '\\ at end of pattern'],
])('%s is not a valid pattern', (pattern, fault) => {
  expect(findPattern(pattern, ['a'])).toEqual({ fault })
})
