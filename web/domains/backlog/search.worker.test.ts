import { expect, it, vi } from 'vitest'

// The global scope of a worker, to which the module reports that it is loaded.
const scope = { onmessage: null, postMessage: vi.fn() }
vi.stubGlobal('self', scope)
const { findPattern, READY } = await import('./search.worker.ts')
vi.unstubAllGlobals()

it('reports that it is loaded', () => {
  expect(scope.postMessage.mock.calls).toEqual([[READY]])
})

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
