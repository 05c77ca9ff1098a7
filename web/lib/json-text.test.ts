import { expect, it } from 'vitest'
import { formatJson, parseJson, parseJsonObject, prettyJson } from './json-text.ts'

it('says why a text is no JSON', () => {
  expect(parseJson('{"a": 1}')).toEqual({ value: { a: 1 } })
  expect(parseJson('{"a": }')).toMatchObject({ reason: expect.stringContaining('JSON') as string })
})

it('takes only an object for a state, and nothing for an empty one', () => {
  expect(parseJsonObject(' \n')).toEqual({ value: {} })
  for (const text of ['[]', '1', 'null', '"a"']) expect(parseJsonObject(text)).toHaveProperty('reason')
})

it('lays JSON out with four spaces and leaves the rest as it is', () => {
  expect(formatJson({ a: 1 })).toBe('{\n    "a": 1\n}')
  expect(prettyJson('{"a":1}')).toBe('{\n    "a": 1\n}')
  expect(prettyJson('{"a":')).toBe('{"a":')
})
