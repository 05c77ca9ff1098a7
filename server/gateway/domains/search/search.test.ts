import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const hit = {
  kind: 'runs',
  _id: 'r1',
  name: 'Refunds',
  appId: 'a1',
  sentence: 'Waits 12 s',
  status: 'started',
  since: '2026-03-01T12:03:00.000Z',
}
const list = '{ workqueues(appId: "a1", search: "refund") { total more } }'

it.each<[string, Answers, CallMade[], unknown]>([
  [
    '{ search(q: "ref", appId: "a1") { kind more exact hits { id name appId parentId sentence status since } } }',
    { 'GET search': { data: [{ kind: 'runs', more: 9, exact: false, hits: [hit] }, 'odd'] } },
    [{ method: 'GET', path: 'search', query: { q: 'ref', appId: 'a1' } }],
    {
      search: [
        {
          kind: 'runs',
          more: 9,
          exact: false,
          hits: [
            {
              id: 'r1',
              name: 'Refunds',
              appId: 'a1',
              parentId: null,
              sentence: 'Waits 12 s',
              status: 'started',
              since: '2026-03-01T12:03:00.000Z',
            },
          ],
        },
      ],
    },
  ],
  [
    '{ searchSuggestions(term: "tag", prefix: "e", appId: "a1") }',
    { 'GET search/suggestions': { data: ['eu', null, 7] } },
    [{ method: 'GET', path: 'search/suggestions', query: { term: 'tag', prefix: 'e', appId: 'a1' } }],
    { searchSuggestions: ['eu', '7'] },
  ],
])('%s makes its call of the platform', async (operation, answers, expected, data) => {
  const answer = await runOperation(operation, answers)
  expect(answer.errors).toBeUndefined()
  expect(answer.calls).toEqual(expected)
  expect(answer.data).toEqual(data)
})

it('an unknown term has no suggestions', async () => {
  const { errors, calls } = await runOperation('{ searchSuggestions(term: "state") }', {})
  expect(errors?.[0]?.message).toContain('plan, tag, by, alias')
  expect(calls).toEqual([])
})

it.each([
  [['search'], { search: 'refund' }, true],
  [[], {}, null],
])('a list with a search, on a platform with the features %j', async (features, sent, more) => {
  const answers = {
    'GET capabilities': { version: '1', features },
    'GET workqueues': { data: [], total: 1000, ...(more === null ? {} : { more }) },
  }
  const { data, calls, errors } = await runOperation(list, answers)
  expect(errors).toBeUndefined()
  expect(calls.find(({ path }) => path === 'workqueues')?.query).toEqual({
    appId: 'a1',
    page: 1,
    pagesize: 10,
    parentId: null,
    ...sent,
  })
  expect(data).toEqual({ workqueues: { total: 1000, more } })
})
