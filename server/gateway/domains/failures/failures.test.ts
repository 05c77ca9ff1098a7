import { expect, it, test } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const page = { page: 1, pagesize: 20 }

it.each<[string, Answers, object]>([
  [
    '{ failures(perPage: 20) { total } }',
    { 'GET failures': { data: [], total: 0 } },
    { method: 'GET', path: 'failures', query: page },
  ],
  [
    '{ failures(perPage: 20, state: ["open", "muted"], appId: "a1", type: "task.a.b") { total } }',
    { 'GET failures': { data: [], total: 0 } },
    {
      method: 'GET',
      path: 'failures',
      query: { ...page, state: 'open,muted', appId: 'a1', type: 'task.a.b' },
    },
  ],
  ['{ failure(id: "f1") { id } }', { 'GET failures/f1': {} }, { method: 'GET', path: 'failures/f1' }],
  [
    '{ failureTasks(id: "f1", perPage: 20) { rows { id } } }',
    { 'GET failures/f1/tasks': { data: [], total: 0 } },
    { method: 'GET', path: 'failures/f1/tasks', query: page },
  ],
  [
    '{ failures(perPage: 20, taskId: "t1") { total } }',
    { 'GET failures': { data: [], total: 0 } },
    { method: 'GET', path: 'failures', query: { ...page, taskId: 't1' } },
  ],
  [
    '{ failureTasks(id: "f1", perPage: 20, state: ["open"], restartable: true) { rows { id } } }',
    { 'GET failures/f1/tasks': { data: [], total: 0 } },
    { method: 'GET', path: 'failures/f1/tasks', query: { ...page, state: 'open', restartable: true } },
  ],
  [
    'mutation { restartFailure(id: "f1", alias: "beta", holdSeconds: 10) { id heldUntil } }',
    { 'POST failures/f1/restart': {} },
    { method: 'POST', path: 'failures/f1/restart', body: { alias: 'beta', holdSeconds: 10 } },
  ],
  [
    'mutation { muteFailure(id: "f1", until: "change") { id } }',
    { 'POST failures/f1/mute': {} },
    { method: 'POST', path: 'failures/f1/mute', body: { until: 'change' } },
  ],
  [
    'mutation { assignFailure(id: "f1") { id } }',
    { 'POST failures/f1/assign': {} },
    { method: 'POST', path: 'failures/f1/assign', body: { userId: null } },
  ],
  [
    'mutation { closeFailure(id: "f1") { id } }',
    { 'POST failures/f1/close': {} },
    { method: 'POST', path: 'failures/f1/close', body: {} },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  const [made] = calls as CallMade[]
  expect(calls).toHaveLength(1)
  expect(JSON.parse(JSON.stringify(made))).toEqual(call)
})

test('partial groups of a platform are shown as far as they are there', async () => {
  const operation =
    '{ failures { rows { id title state runs versions trend owner { email } sample { reason } mutedUntil } } }'
  const { errors, data } = await runOperation(operation, {
    'GET failures': { data: [{ _id: 'f1', state: 'haunted', sample: { attempt: 'x' } }] },
  })
  expect(errors).toBeUndefined()
  expect((data?.['failures'] as { rows: object[] }).rows).toEqual([
    {
      id: 'f1',
      title: '',
      state: 'haunted',
      runs: null,
      versions: [],
      trend: [],
      owner: null,
      sample: { reason: null },
      mutedUntil: null,
    },
  ])
})
