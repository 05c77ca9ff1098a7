import { expect, it } from 'vitest'
import { isChanged } from './shown-views.ts'
import { viewedList } from './viewed-list.ts'

interface Query {
  state: string
  page: number
}

const list = viewedList<Query>({
  screen: 'things',
  builtIn: [
    { key: 'all', name: 'All', query: '' },
    { key: 'bad', name: 'Bad', query: 'state=bad' },
  ],
  parse: (params) => ({ state: params.get('state') ?? '', page: Number(params.get('page') ?? 1) }),
  format({ state, page }) {
    const parts = [...(state ? [`state=${state}`] : []), ...(page > 1 ? [`page=${page}`] : [])]
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  },
  filtersOf: (query) => ({ ...query, page: 1 }),
})
const saved = {
  id: 'v1',
  name: 'Mine',
  screen: 'things',
  query: 'page=4&state=ill',
  columns: null,
  widths: null,
  sort: null,
  shared: false,
  editable: true,
  owner: null,
}
const at = (address: string) => list.parse(new URLSearchParams(address))

it.each(['', '?state=bad', '?state=bad&page=2', '?view=v1', '?state=ill&view=v%26'])(
  'the address %j is read and written without loss',
  (address) => expect(list.format(at(address))).toBe(address),
)

it('shows the view of the address, else the one with its filters, else the first', () => {
  const shown = (address: string) => list.viewsFor([saved], at(address)).current.key
  expect(['', '?page=3', '?state=bad', '?state=ill', '?state=else'].map(shown)).toEqual([
    'all',
    'all',
    'bad',
    'v1',
    'all',
  ])
  expect(['?view=bad', '?state=else&view=v1', '?state=bad&view=gone'].map(shown)).toEqual([
    'bad',
    'v1',
    'all',
  ])
})

it('a view has filters without a page, and is changed by another filter only', () => {
  const { current, text } = list.viewsFor([saved], at('?state=ill&page=7&view=v1'))
  expect([current.query, text]).toEqual(['state=ill', 'state=ill'])
  expect(isChanged(current, text, current.layout)).toBe(false)
  const other = list.viewsFor([saved], at('?state=well&view=v1'))
  expect(isChanged(other.current, other.text, other.current.layout)).toBe(true)
})

it('the address of a view names it, except the first', () => {
  const { views } = list.viewsFor([saved], at(''))
  expect(views.map(list.addressOf)).toEqual(['', '?state=bad&view=bad', '?state=ill&view=v1'])
})
