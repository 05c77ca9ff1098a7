import { describe, expect, it } from 'vitest'
import {
  defaultTaskListParams,
  formatTaskListParams,
  isTaskListFiltered,
  parseTaskListParams,
} from './params.ts'

const parse = (text: string) => parseTaskListParams(new URLSearchParams(text))

describe('the address of the Tasks screen', () => {
  it('is empty for the defaults', () => {
    expect(parse('')).toEqual(defaultTaskListParams)
    expect(formatTaskListParams(defaultTaskListParams)).toBe('')
  })

  it('ignores invalid values', () => {
    expect(parse('page=-1&perPage=many&status=gone,failed&created=then,now&type=,')).toEqual({
      ...defaultTaskListParams,
      status: ['failed'],
    })
  })

  it('is parsed to what it was formatted from', () => {
    const query = {
      page: 2,
      perPage: 25,
      type: ['task.rail.ocr', 'task.workforce.map'],
      status: ['started' as const, 'retry' as const],
      created: { from: '2026-03-01T10:00:00.000Z', to: null },
      search: 'reason:"timed out" a&b',
    }
    const text = formatTaskListParams(query)
    expect(text).toBe(
      '?page=2&perPage=25&search=reason:%22timed%20out%22%20a%26b&type=task.rail.ocr,task.workforce.map&status=started,retry&created=2026-03-01T10:00:00.000Z,',
    )
    expect(parse(text)).toEqual(query)
  })

  it('counts every filter, but not paging', () => {
    expect(isTaskListFiltered({ ...defaultTaskListParams, page: 3 })).toBe(false)
    for (const text of ['type=task.a.b', 'status=failed', 'created=,2026-03-01', 'search=x'])
      expect(isTaskListFiltered(parse(text)), text).toBe(true)
  })
})
