import { expect, it } from 'vitest'
import { formatJson, parseJson, parseJsonObject, prettyJson } from './json-text.ts'

it('reports why a text is not JSON', () => {
  expect(parseJson('{"a": 1}')).toEqual({ value: { a: 1 } })
  expect(parseJson('{"a": }')).toMatchObject({ reason: expect.stringContaining('JSON') as string })
})

it('accepts only an object for a state, and an empty text as an empty object', () => {
  expect(parseJsonObject(' \n')).toEqual({ value: {} })
  for (const text of ['[]', '1', 'null', '"a"']) expect(parseJsonObject(text)).toHaveProperty('reason')
})

it('formats JSON with four spaces and leaves other text unchanged', () => {
  expect(formatJson({ a: 1 })).toBe('{\n    "a": 1\n}')
  expect(prettyJson('{"a":1}')).toBe('{\n    "a": 1\n}')
  expect(prettyJson('{"a":')).toBe('{"a":')
})
