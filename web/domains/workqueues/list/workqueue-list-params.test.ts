import { describe, expect, it } from 'vitest'
import {
  defaultWorkqueueListParams,
  formatWorkqueueListParams,
  isWorkqueueListFiltered,
  parseWorkqueueListParams,
} from './workqueue-list-params.ts'

const parse = (text: string) => parseWorkqueueListParams(new URLSearchParams(text))

describe('parseWorkqueueListParams', () => {
  it('returns the defaults for an empty address', () => {
    expect(parse('')).toEqual(defaultWorkqueueListParams)
  })

  it('ignores unknown values', () => {
    const nonsense = 'page=0&perPage=ten&status=gone,started,started&tags=,%20&created=yesterday,&colour=red'
    expect(parse(nonsense)).toEqual({ ...defaultWorkqueueListParams, status: ['started'] })
    expect(parse('page=1.5&perPage=10000')).toEqual(defaultWorkqueueListParams)
  })

  it('accepts an interval with one side', () => {
    expect(parse('created=,2026-03-01T10:00:00Z')).toEqual({
      ...defaultWorkqueueListParams,
      createdBefore: '2026-03-01T10:00:00.000Z',
    })
  })

  it('accepts a time with an offset', () => {
    expect(parse('created=2026-03-01T10:00:00%2B02:00').createdAfter).toBe('2026-03-01T08:00:00.000Z')
  })
})

describe('formatWorkqueueListParams', () => {
  it('leaves defaults out', () => {
    expect(formatWorkqueueListParams(defaultWorkqueueListParams)).toBe('')
    expect(formatWorkqueueListParams({ tags: ['eu'] })).toBe('?tags=eu')
  })

  it('keeps commas readable and escapes every other character', () => {
    expect(formatWorkqueueListParams({ status: ['started', 'failed'], tags: ['a&b', 'c d', 'é#'] })).toBe(
      '?status=started,failed&tags=a%26b,c%20d,%C3%A9%23',
    )
  })

  it('is parsed to what it was formatted from', () => {
    const query = {
      page: 3,
      perPage: 25,
      status: ['notstarted' as const, 'failed' as const],
      tags: ['a&b', '100%', 'c+d'],
      createdAfter: '2026-03-01T10:00:00.000Z',
      createdBefore: '2026-03-02T10:00:00.000Z',
      parent: 'w1',
      flat: true,
      sort: 'created',
      search: 'status:failed "a b" customer=991',
      stuck: true,
      view: 'v1',
    }
    expect(parse(formatWorkqueueListParams(query).slice(1))).toEqual(query)
  })
})

it('counts the run whose children are listed as a filter', () => {
  expect(isWorkqueueListFiltered(parse('parent=w1'))).toBe(true)
  expect(isWorkqueueListFiltered(parse('children=all&parent='))).toBe(false)
})

it('does not count paging as a filter', () => {
  expect(isWorkqueueListFiltered({ ...defaultWorkqueueListParams, page: 4, perPage: 50 })).toBe(false)
  expect(isWorkqueueListFiltered({ ...defaultWorkqueueListParams, tags: ['eu'] })).toBe(true)
  expect(
    isWorkqueueListFiltered({ ...defaultWorkqueueListParams, createdBefore: '2026-03-02T10:00:00.000Z' }),
  ).toBe(true)
})
