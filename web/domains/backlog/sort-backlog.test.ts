import { expect, it } from 'vitest'
import { formatBacklogParams, MAX_PATTERN, parseBacklogParams } from './backlog-params.ts'
import { sortBacklog, type BacklogListRow } from './sort-backlog.ts'
import { sparklinePoints } from './sparkline.tsx'

const row = (type: string, more: Partial<BacklogListRow> = {}): BacklogListRow => ({
  id: type,
  type,
  alias: 'default',
  retry: 0,
  queued: 0,
  started: 0,
  trend: [],
  oldestQueued: null,
  oldestStarted: null,
  ...more,
})
const old = '2026-03-01T10:00:00.000Z'
const young = '2026-03-01T11:00:00.000Z'
const rows = [
  row('b', { queued: 2, oldestQueued: young, alias: 'edge' }),
  row('a10', { queued: 2, oldestQueued: old }),
  row('a9', { queued: 30 }),
]

it.each([
  ['-queued', ['a9', 'a10', 'b']],
  ['queued', ['a10', 'b', 'a9']],
  ['type', ['a9', 'a10', 'b']],
  ['-type', ['b', 'a10', 'a9']],
  ['-alias', ['b', 'a9', 'a10']],
  ['-oldestQueued', ['a10', 'b', 'a9']],
  ['oldestQueued', ['b', 'a10', 'a9']],
  ['-started', ['a9', 'a10', 'b']],
])('%s', (sort, types) => {
  const query = parseBacklogParams(new URLSearchParams({ sort }))
  expect(sortBacklog(rows, query.sort).map(({ type }) => type)).toEqual(types)
})

it('the address has order and search, leaves defaults out, and invalid values become the default', () => {
  const parse = (text: string) => parseBacklogParams(new URLSearchParams(text))
  expect(formatBacklogParams(parse(''))).toBe('')
  expect(formatBacklogParams(parse('sort=-queued&search='))).toBe('')
  expect(formatBacklogParams(parse('sort=nothing'))).toBe('')
  expect(
    formatBacklogParams({ ...parse(''), sort: { key: 'alias', descending: false }, search: '^a+&b' }),
  ).toBe('?sort=alias&search=%5Ea%2B%26b')
  expect(parse('?sort=alias&search=%5Ea%2B%26b').search).toBe('^a+&b')
  expect(parse(`search=${'a'.repeat(10_000)}`).search).toHaveLength(MAX_PATTERN)
})

it('a line is right-aligned and scaled to its maximum', () => {
  expect(sparklinePoints([0, 10, 5], 31).split(' ')).toEqual(['84.1,20.0', '87.1,2.0', '90.0,11.0'])
  expect(sparklinePoints([0], 31)).toBe('90.0,20.0')
})
