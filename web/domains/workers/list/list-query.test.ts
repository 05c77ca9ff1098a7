import { expect, test } from 'vitest'
import { formatWorkerList, parseWorkerList } from './list-query.ts'

const parse = (query: string) => parseWorkerList(new URLSearchParams(query))

test.each(['', '?showDeleted=true', '?showDeleted=true&page=3&perPage=25&sort=-name'])(
  '%j is read and written as it is',
  (query) => expect(formatWorkerList(parse(query))).toBe(query),
)

test('what makes no sense is the default, which stays out of the address', () => {
  expect(parse('?showDeleted=yes&page=0&sort=secret')).toEqual({ page: 1, perPage: 10, showDeleted: false })
  expect(formatWorkerList({ page: 1, perPage: 10, showDeleted: false })).toBe('')
})
