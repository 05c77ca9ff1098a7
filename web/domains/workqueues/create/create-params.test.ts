import { expect, it } from 'vitest'
import {
  createTarget,
  formatCreateParams,
  historyDefinition,
  parseCreateParams,
  tabOrder,
} from './create-params.ts'

const parse = (text: string) => parseCreateParams(new URLSearchParams(text))

it('shows plans first, and the definition first when one is given', () => {
  expect(parse('')).toEqual({
    tab: 'plan',
    search: '',
    page: 1,
    perPage: 10,
    workqueue: null,
  })
  expect(parse('workqueue={}')).toMatchObject({ tab: 'api', workqueue: '{}' })
  expect(tabOrder(null)).toEqual(['plan', 'api'])
  expect(tabOrder('{}')).toEqual(['api', 'plan'])
})

it('follows the tab of the address, and ignores an unknown one', () => {
  expect(parse('tab=api').tab).toBe('api')
  expect(parse('tab=plan&workqueue={}').tab).toBe('plan')
  expect(parse('tab=other&page=x')).toMatchObject({ tab: 'plan', page: 1 })
})

it('is parsed to what it was formatted from, with defaults left out', () => {
  expect(formatCreateParams(parse(''))).toBe('')
  expect(formatCreateParams(parse('workqueue={}'))).toBe('?workqueue=%7B%7D')
  const query = {
    tab: 'plan' as const,
    search: 'EU & US',
    page: 2,
    perPage: 25,
    workqueue: '{"a":"b&c=d+e"}',
  }
  expect(parse(formatCreateParams(query).slice(1))).toEqual(query)
})

it('leaves a definition of the history entry out of the address', () => {
  const fromHistory = '{"a":1}'
  const query = parseCreateParams(new URLSearchParams(''), fromHistory)
  expect(query).toMatchObject({ tab: 'api', workqueue: fromHistory })
  expect(formatCreateParams({ ...query, page: 2, tab: 'plan' }, fromHistory)).toBe('?page=2&tab=plan')
  expect(parseCreateParams(new URLSearchParams('workqueue={}'), fromHistory).workqueue).toBe('{}')
})

const definition = (tasks: number) => ({
  name: 'Again',
  tasks: Array.from({ length: tasks }, (_, index) => ({ name: `t${index}`, type: 'task.workforce.noop' })),
})

it('puts a definition into the address', () => {
  const { to, state } = createTarget('a1', definition(2))
  const url = new URL(to, 'http://console.example')
  expect(url.pathname).toBe('/apps/a1/workqueues/create')
  expect(JSON.parse(url.searchParams.get('workqueue') ?? '')).toEqual(definition(2))
  expect(state).toBeUndefined()
})

it('puts a definition that is too long for an address into the history entry', () => {
  const { to, state } = createTarget('a1', definition(200))
  expect(to).toBe('/apps/a1/workqueues/create')
  expect(JSON.parse(historyDefinition(state) ?? '')).toEqual(definition(200))
  expect(createTarget('a1', definition(60)).to.length).toBeLessThan(7_100)
})

it('finds nothing in other history entries', () => {
  for (const state of [null, undefined, 'x', {}, { workqueue: 7 }])
    expect(historyDefinition(state)).toBeNull()
})
