import { afterEach, expect, it } from 'vitest'
import { parsePaging } from '../paging.ts'
import { keepPageSize } from './page-size.ts'

afterEach(() => keepPageSize(10))

const perPage = (query: string) => parsePaging(new URLSearchParams(query)).perPage

it('is kept for every list whose address names none', () => {
  expect(perPage('')).toBe(10)
  keepPageSize(50)
  expect([perPage(''), perPage('perPage=25')]).toEqual([50, 25])
  expect(localStorage.getItem('workforce-console.page-size')).toBe('50')
})

it('does not move the rows of a later page that an address names by its number', () => {
  keepPageSize(50)
  expect([perPage('page=3'), perPage('page=3&perPage=25')]).toEqual([10, 25])
})
