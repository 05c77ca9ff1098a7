import { expect, it, test } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const view = { _id: 'v1', name: 'Failed', screen: 'workqueues', query: 'status=failed' }

it.each<[string, Answers, CallMade]>([
  [
    '{ views(screen: "workqueues") { id } }',
    { 'GET views': { data: [view], total: 1 } },
    {
      method: 'GET',
      path: 'views',
      query: { screen: 'workqueues', sort: 'created', page: 1, pagesize: 9999 },
    },
  ],
  [
    'mutation { createView(screen: "workqueues", name: "Failed", query: "", shared: true, widths: { name: 90 }) { id } }',
    { 'POST views': view },
    {
      method: 'POST',
      path: 'views',
      body: { screen: 'workqueues', name: 'Failed', query: '', shared: true, widths: { name: 90 } },
    },
  ],
  [
    'mutation { updateView(id: "v1", name: null, columns: null) { id } }',
    { 'PUT views/v1': view },
    { method: 'PUT', path: 'views/v1', body: { columns: null } },
  ],
  ['mutation { deleteView(id: "v1") }', { 'DELETE views/v1': null }, { method: 'DELETE', path: 'views/v1' }],
  [
    'mutation { noteWorkqueue(id: "w1", text: "x") { note { text by at } } }',
    { 'PUT workqueues/w1/note': { _id: 'w1' } },
    { method: 'PUT', path: 'workqueues/w1/note', body: { text: 'x' } },
  ],
  [
    'mutation { noteFailure(id: "f1", text: "") { note } }',
    { 'PUT failures/f1/note': { _id: 'f1' } },
    { method: 'PUT', path: 'failures/f1/note', body: { text: '' } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

test('a query is a text, also where a program has stored parameters', async () => {
  const stored = { ...view, query: { status: ['failed', 'started'], search: 'a b', tags: null } }
  const answers = { 'GET views': { data: [view, stored, { _id: 'v3' }], total: 3 } }
  const { data } = await runOperation(
    '{ views(screen: "workqueues") { query columns owner { email } } }',
    answers,
  )
  const rest = { columns: null, owner: null }
  expect(data).toEqual({
    views: [
      { query: 'status=failed', ...rest },
      { query: 'status=failed%2Cstarted&search=a+b', ...rest },
      { query: '', ...rest },
    ],
  })
})
