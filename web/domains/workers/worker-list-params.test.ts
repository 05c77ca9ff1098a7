import { expect, test } from 'vitest'
import { formatWorkerListParams, parseWorkerListParams, workerViews } from './worker-list-params.ts'

const parse = (query: string) => parseWorkerListParams(new URLSearchParams(query))

test.each([
  '',
  '?need=true',
  '?showDeleted=true',
  '?showDeleted=true&search=parcel&page=3&perPage=25&sort=-name',
])('%j is parsed and formatted unchanged', (query) =>
  expect(formatWorkerListParams(parse(query))).toBe(query),
)

test('invalid values become the default, which is left out of the address', () => {
  expect(parse('?showDeleted=yes&page=0&sort=secret')).toEqual({
    page: 1,
    perPage: 10,
    search: '',
    showDeleted: false,
    need: false,
  })
  expect(formatWorkerListParams({ page: 1, perPage: 10, search: '', showDeleted: false, need: false })).toBe(
    '',
  )
})

test('deleted workers are shown by the switch of the screen alone, not by a view as well', () => {
  expect(workerViews.builtIn.map(({ query }) => query)).toEqual([''])
})
