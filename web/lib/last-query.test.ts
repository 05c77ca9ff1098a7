import { beforeEach, describe, expect, it } from 'vitest'
import { rememberQuery, withLastQuery } from './last-query.ts'

const KEY = 'workforce-console.queries'

describe('the last query of a page', () => {
  beforeEach(() => sessionStorage.clear())

  it('is given to addresses without one', () => {
    rememberQuery('/failures', '?status=open&page=2')
    expect(withLastQuery('/failures')).toBe('/failures?status=open&page=2')
    expect(withLastQuery('/failures?status=muted')).toBe('/failures?status=muted')
    expect(withLastQuery('/plans')).toBe('/plans')
  })

  it('is forgotten when the page is shown without one', () => {
    rememberQuery('/plans', '?search=night')
    rememberQuery('/plans', '')
    expect(withLastQuery('/plans')).toBe('/plans')
  })

  it('is kept for 100 pages', () => {
    for (let page = 0; page < 101; page++) rememberQuery(`/runs/${page}`, '?tab=graph')
    expect(withLastQuery('/runs/0')).toBe('/runs/0')
    expect(withLastQuery('/runs/1')).toBe('/runs/1?tab=graph')
    expect(JSON.parse(sessionStorage.getItem(KEY) ?? '')).toHaveLength(100)
  })

  it('counts what another version has stored as nothing', () => {
    sessionStorage.setItem(KEY, '{"/plans":"?page=2"}')
    expect(withLastQuery('/plans')).toBe('/plans')
    rememberQuery('/plans', '?page=3')
    expect(withLastQuery('/plans')).toBe('/plans?page=3')
  })
})
