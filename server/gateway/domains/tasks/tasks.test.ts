import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const task = {
  _id: 'k1',
  name: 'print',
  type: 'task.a.pdf',
  status: 'failed',
  appId: 'a1',
  workQueueId: 'w1',
  workQueueDescription: 'Nightly',
  reason: 'out of paper',
}
const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']

it.each<[string, Answers, CallMade]>([
  [
    `{
      tasks(
        page: 2, perPage: 10, appId: "a1", type: ["task.a.pdf"], alias: ["beta"],
        status: ["failed", "retry"], createdAfter: "${from}", createdBefore: "${to}",
        search: "timed out"
      ) { total }
    }`,
    { 'GET tasks': { data: [task], total: 11 } },
    {
      method: 'GET',
      path: 'tasks',
      query: {
        page: 2,
        pagesize: 10,
        appId: 'a1',
        type: ['task.a.pdf'],
        alias: ['beta'],
        status: ['failed', 'retry'],
        'created[$gte]': from,
        'created[$lte]': to,
        search: 'timed out',
      },
    },
  ],
  [
    `{ tasksSummary(appId: "a1", status: "failed", startDate: "${from}", endDate: "${to}") { id } }`,
    { 'GET tasks/summary': { data: [task] } },
    {
      method: 'GET',
      path: 'tasks/summary',
      query: { appId: 'a1', status: 'failed', startDate: from, endDate: to },
    },
  ],
  [
    '{ workqueueLogs(workqueueId: "w1") { id } }',
    { 'GET workqueues/w1/logs': {} },
    { method: 'GET', path: 'workqueues/w1/logs', query: { athena: true } },
  ],
  [
    '{ workqueueLogs(workqueueId: "w1", before: "l7", limit: 100) { id } }',
    { 'GET workqueues/w1/logs': {} },
    { method: 'GET', path: 'workqueues/w1/logs', query: { athena: true, before: 'l7', limit: 100 } },
  ],
  [
    '{ taskTypes }',
    { 'GET workers': [] },
    { method: 'GET', path: 'workers', query: { page: 1, pagesize: 9999 } },
  ],
  [
    '{ taskAliases(type: "task.a.pdf") }',
    { 'GET workers/bytype/task.a.pdf': { data: { aliases: [] } } },
    { method: 'GET', path: 'workers/bytype/task.a.pdf' },
  ],
  [
    'mutation { restartTaskWithAlias(id: "k1", alias: "beta") { id } }',
    { 'POST tasks/k1/restart/alias/beta': task },
    { method: 'POST', path: 'tasks/k1/restart/alias/beta', body: { taskId: 'k1', aliasName: 'beta' } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls.filter(({ path }) => path !== 'capabilities')).toEqual([call])
})

it('types are those of the workers and the built-in ones, sorted, each once', async () => {
  const types = ['task.z.last', 'task.a.pdf', 'task.a.pdf', 'task.workforce.map', '']
  const { data } = await runOperation('{ taskTypes }', { 'GET workers': types.map((type) => ({ type })) })
  expect(data).toEqual({
    taskTypes: [
      'task.a.pdf',
      'task.workforce.delay',
      'task.workforce.map',
      'task.workforce.noop',
      'task.workforce.plan',
      'task.z.last',
    ],
  })
})

// Fails when a platform without the feature is asked for scripts, and when a type is not made of the name.
it('types are also those of the scripts, on a platform that runs them', async () => {
  const answers = { 'GET workers': [], 'GET scripts': { data: [{ name: 'Clean up' }], total: 1 } }
  const typesWith = async (features: string[]) =>
    (await runOperation('{ taskTypes }', { ...answers, 'GET capabilities': { version: '1', features } })).data
  expect(await typesWith(['scripts'])).toMatchObject({
    taskTypes: expect.arrayContaining(['task.script.cleanup']),
  })
  expect(await typesWith([])).toMatchObject({
    taskTypes: expect.not.arrayContaining(['task.script.cleanup']),
  })
})

it.each([
  ['in data', { data: { aliases: [{ name: 'default' }, { name: 'beta' }] } }],
  ['bare', { aliases: [{ name: 'default' }, { name: 'beta' }] }],
])('aliases of a type have the same names %s', async (_how, answer) => {
  const answers = { 'GET workers/bytype/task.a.pdf': answer }
  const { data } = await runOperation('{ taskAliases(type: "task.a.pdf") }', answers)
  expect(data).toEqual({ taskAliases: ['default', 'beta'] })
})

it.each([
  ['by id', task],
  ['whole', { ...task, workQueueId: { _id: 'w1', name: 'run' } }],
])('a task has the id of its workqueue, which is answered %s', async (_how, row) => {
  const fields = '{ tasks { rows { id workqueueId workqueueDescription appId alias reason } } }'
  const { data } = await runOperation(fields, { 'GET tasks': { data: [row], total: 1 } })
  const shown = { id: 'k1', workqueueId: 'w1', workqueueDescription: 'Nightly', appId: 'a1' }
  expect(data).toEqual({ tasks: { rows: [{ ...shown, alias: 'default', reason: 'out of paper' }] } })
})

it('a task’s numbers may be texts, and a time limit may be longer than GraphQL’s Int', async () => {
  const month = 30 * 24 * 3_600_000
  const row = { ...task, attempt: '2', wait: '1500', progress: '0.5', timeoutMs: month }
  const { data } = await runOperation('{ tasks { total rows { attempt wait progress timeoutMs } } }', {
    'GET tasks': { data: [row], total: '57' },
  })
  expect(data).toEqual({
    tasks: { total: 57, rows: [{ attempt: 2, wait: 1500, progress: 0.5, timeoutMs: month }] },
  })
})

it('the tasks of the summary have the status that was asked for where a platform does not answer it', async () => {
  const { data } = await runOperation(
    `{ tasksSummary(appId: "a1", status: "failed", startDate: "${from}", endDate: "${to}") { id status } }`,
    { 'GET tasks/summary': [{ _id: 'k1' }, { _id: 'k2', status: 'retry' }] },
  )
  expect(data).toEqual({
    tasksSummary: [
      { id: 'k1', status: 'failed' },
      { id: 'k2', status: 'retry' },
    ],
  })
})

it('log entries without ids are all kept, each with an id of its own', async () => {
  const at = (second: number) => `2026-03-01T00:00:0${second}.000Z`
  const entries = [2, 1, 1].map((second, place) => ({
    taskId: 'k1',
    timestamp: at(second),
    message: `m${place}`,
  }))
  const { data } = await runOperation('{ workqueueLogs(workqueueId: "w1") { id message } }', {
    'GET workqueues/w1/logs': entries,
  })
  const entry = (place: number, message: string) => ({ id: `entry ${place}`, message })
  expect(data).toEqual({ workqueueLogs: [entry(0, 'm1'), entry(1, 'm2'), entry(2, 'm0')] })
})
