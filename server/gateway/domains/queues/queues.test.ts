import { expect, it, test } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

it.each<[string, Answers, CallMade]>([
  [
    '{ queues { type } }',
    { 'GET queues': { data: [] } },
    { method: 'GET', path: 'queues', query: { pagesize: 9999 } },
  ],
  [
    '{ queues(type: "task.a.b", alias: "x", appId: "a1") { type } }',
    { 'GET queues': { data: [] } },
    { method: 'GET', path: 'queues', query: { type: 'task.a.b', alias: 'x', appId: 'a1', pagesize: 9999 } },
  ],
  [
    '{ queue(type: "task.a.b", alias: "x") { type events { kind } } }',
    { 'GET queues/task.a.b/x': {} },
    { method: 'GET', path: 'queues/task.a.b/x', query: {} },
  ],
  [
    '{ queueAliases(type: "task.a.b", failure: "f1") { alias } }',
    { 'GET queues/task.a.b/aliases': { data: [] } },
    { method: 'GET', path: 'queues/task.a.b/aliases', query: { failure: 'f1' } },
  ],
  [
    'mutation { pauseQueue(type: "task.a.b", alias: "x", reason: "Audit") { type } }',
    { 'PUT queues/task.a.b/x': {} },
    { method: 'PUT', path: 'queues/task.a.b/x', body: { paused: true, reason: 'Audit' }, query: {} },
  ],
  [
    'mutation { resumeQueue(type: "task.a.b", alias: "x") { type } }',
    { 'PUT queues/task.a.b/x': {} },
    { method: 'PUT', path: 'queues/task.a.b/x', body: { paused: false }, query: {} },
  ],
  [
    'mutation { setQueueLimit(type: "task.a.b", alias: "x", limit: 4) { limit } }',
    { 'PUT queues/task.a.b/x': {} },
    { method: 'PUT', path: 'queues/task.a.b/x', body: { limit: 4 }, query: {} },
  ],
  [
    'mutation { setQueueLimit(type: "task.a.b", alias: "x", limit: null) { limit } }',
    { 'PUT queues/task.a.b/x': {} },
    { method: 'PUT', path: 'queues/task.a.b/x', body: { limit: null }, query: {} },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls.map(({ query = {}, ...rest }) => ({ ...rest, query }))).toEqual([call])
})

test('partial rows of a platform are shown as far as they are there', async () => {
  const fields = `type alias queued oldestQueued polling rateIn verdict { code text } paused { by at reason } limit
    pollers { hostName version lastPollAt running } minutes { at in out queued } trend line { at before } events { kind }
    apps { id name } worker { id } deployments { id cluster }`
  const { errors, data } = await runOperation(`{ queues { ${fields} } }`, {
    'GET queues': {
      data: [
        {
          type: 'task.a.b',
          pollers: [{ hostName: 'h' }, 1],
          verdict: { code: 'haunted' },
          minutes: [{ queued: 4 }, {}],
          apps: [{ _id: 'a1' }, null],
          worker: 'w1',
        },
      ],
    },
  })
  expect(errors).toBeUndefined()
  expect(data?.['queues']).toEqual([
    {
      type: 'task.a.b',
      alias: '',
      queued: null,
      oldestQueued: null,
      polling: null,
      rateIn: null,
      verdict: { code: 'haunted', text: '' },
      paused: null,
      limit: null,
      minutes: [
        { at: null, in: null, out: null, queued: 4 },
        { at: null, in: null, out: null, queued: null },
      ],
      trend: [4, 0],
      apps: [{ id: 'a1', name: '' }],
      worker: null,
      deployments: [],
      line: [],
      events: [],
      pollers: [{ hostName: 'h', version: null, lastPollAt: null, running: null }],
    },
  ])
})
