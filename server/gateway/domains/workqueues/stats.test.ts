import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

it.each<[string, Answers, CallMade]>([
  [
    '{ planStats(planId: "p1") { plan { id } } }',
    { 'GET stats/plans/p1': {} },
    { method: 'GET', path: 'stats/plans/p1', query: {} },
  ],
  [
    '{ planStats(planId: "p1", appId: "a1", runs: 20, before: "w1") { plan { id } } }',
    { 'GET stats/plans/p1': {} },
    { method: 'GET', path: 'stats/plans/p1', query: { appId: 'a1', runs: 20, before: 'w1' } },
  ],
  [
    '{ planStats(planId: "p1", status: "failed", tags: ["eu", "night"]) { plan { id } } }',
    { 'GET stats/plans/p1': {} },
    { method: 'GET', path: 'stats/plans/p1', query: { status: 'failed', tags: 'eu,night' } },
  ],
  [
    '{ appStats { appId } }',
    { 'GET stats/apps': { data: [] } },
    { method: 'GET', path: 'stats/apps', query: {} },
  ],
  [
    '{ appStats(hours: 168) { appId } }',
    { 'GET stats/apps': { data: [] } },
    { method: 'GET', path: 'stats/apps', query: { hours: 168 } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

const planFields = `
  plan { id name version }
  runs { id status started activeMs tasks }
  tasks { name successRate medianMs p95Ms waitMedianMs waitP95Ms }
  expected { medianMs p90Ms }
  lastGood { id started }`

it('the statistics of a plan are those that the platform answers', async () => {
  const times = { successRate: 0.5, medianMs: 12.5, p95Ms: 30, waitMedianMs: 0, waitP95Ms: 1 }
  const answer = {
    plan: { _id: 'p1', name: 'Nightly', version: 12 },
    runs: [{ _id: 'w1', status: 'failed', started: null, activeMs: 9, tasks: { load: 'failed' } }],
    tasks: [{ name: 'load', ...times }],
    expected: { medianMs: 5000, p90Ms: 7000 },
    lastGood: { _id: 'w0', started: '2026-03-01T10:00:00.000Z' },
  }
  const { data } = await runOperation(`{ planStats(planId: "p1") { ${planFields} } }`, {
    'GET stats/plans/p1': answer,
  })
  expect(data).toEqual({
    planStats: {
      plan: { id: 'p1', name: 'Nightly', version: 12 },
      runs: [{ id: 'w1', status: 'failed', started: null, activeMs: 9, tasks: { load: 'failed' } }],
      tasks: [{ name: 'load', ...times }],
      expected: { medianMs: 5000, p90Ms: 7000 },
      lastGood: { id: 'w0', started: '2026-03-01T10:00:00.000Z' },
    },
  })
})

it('statistics in part, with unknown statuses, are shown as far as they go', async () => {
  const answer = {
    runs: [{ _id: 'w1', status: 'paused', tasks: { load: 'sleeping' } }, 7],
    tasks: [{ name: 'load', medianMs: 'long', p95Ms: '30' }],
    expected: 'soon',
    lastGood: [],
  }
  const { data, errors } = await runOperation(`{ planStats(planId: "p1") { ${planFields} } }`, {
    'GET stats/plans/p1': answer,
  })
  expect(errors).toBeUndefined()
  const unknown = { successRate: null, waitMedianMs: null, waitP95Ms: null }
  expect(data).toEqual({
    planStats: {
      plan: { id: '', name: '', version: null },
      runs: [{ id: 'w1', status: 'paused', started: null, activeMs: null, tasks: { load: 'sleeping' } }],
      tasks: [{ name: 'load', medianMs: null, p95Ms: 30, ...unknown }],
      expected: null,
      lastGood: null,
    },
  })
})

it('the figures of an app in part have what there is', async () => {
  const rows = [{ appId: 'a1', running: '3', hours: [{ at: '2026-03-01T10:00:00Z', failed: 1 }] }, {}]
  const fields = 'appId running failed completed cancelled oldestQueued hours { at failed completed }'
  const { data, errors } = await runOperation(`{ appStats { ${fields} } }`, {
    'GET stats/apps': { data: rows },
  })
  expect(errors).toBeUndefined()
  const none = { failed: null, completed: null, cancelled: null, oldestQueued: null }
  const hour = { at: '2026-03-01T10:00:00.000Z', failed: 1, completed: null }
  expect(data).toEqual({
    appStats: [
      { appId: 'a1', running: 3, ...none, hours: [hour] },
      { appId: null, running: null, ...none, hours: [] },
    ],
  })
})

const runFields = `
  id parent { workqueueId taskId } children { total failed running } plan { id version } activeMs activeSince restarts
  taskCounts strip inputs why { code since text short action { kind label taskId } }`
const unknown = {
  parent: null,
  children: null,
  plan: null,
  activeMs: null,
  activeSince: null,
  restarts: null,
}

it.each([
  ['without the new fields', {}, {}],
  [
    'with fields of other kinds',
    { parent: 'w0', children: 3, plan: 'p1', activeMs: 'long', restarts: {}, why: 'it failed' },
    {},
  ],
  [
    'with parts of them',
    { parent: { workqueueId: 'w0' }, children: { failed: '2' }, plan: { _id: 'p1' }, why: { text: 'Waits' } },
    {
      parent: { workqueueId: 'w0', taskId: null },
      children: { total: null, failed: 2, running: null },
      plan: { id: 'p1', version: null },
    },
  ],
])('a run %s has null for them', async (_how, over, shown) => {
  const row = { _id: 'w1', appId: 'a1', status: 'paused', ...over }
  const { data, errors } = await runOperation(`{ workqueues(appId: "a1") { rows { ${runFields} } } }`, {
    'GET workqueues': { data: [row], total: 1 },
  })
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    workqueues: { rows: [{ id: 'w1', ...unknown, taskCounts: null, strip: null, inputs: null, ...shown }] },
  })
})

it.each([
  ['root: true', ['attempts'], { root: true }],
  ['root: false', ['attempts'], {}],
  ['parentId: "w0"', ['attempts', 'why'], { parentId: 'w0' }],
  ['root: true, parentId: "w0"', ['audit'], {}],
  ['root: true, parentId: "w0"', [], {}],
])('the filter %s is sent only to a platform that has it: %j', async (filter, features, sent) => {
  const { errors, calls } = await runOperation(`{ workqueues(appId: "a1", ${filter}) { total } }`, {
    'GET capabilities': { version: '1', features },
    'GET workqueues': { data: [], total: 0 },
  })
  expect(errors).toBeUndefined()
  const { root, parentId } = calls.find(({ path }) => path === 'workqueues')?.query as Record<string, unknown>
  expect({ ...(root != null && { root }), ...(parentId != null && { parentId }) }).toEqual(sent)
})

it.each([
  [['attempts'], { appId: 'a1', root: true }],
  [[], { appId: 'a1' }],
])('a cancel of all that match names the top of families to a platform with %j', async (features, filter) => {
  const operation = 'mutation { cancelMatchingWorkqueues(appId: "a1", root: true, requestId: "q1") { id } }'
  const { calls } = await runOperation(operation, {
    'GET capabilities': { version: '1', features },
    'POST workqueues/bulk/cancel': { _id: 'r1', results: [] },
  })
  expect(calls.at(-1)).toMatchObject({ path: 'workqueues/bulk/cancel', body: { filter, requestId: 'q1' } })
})

const grid = `{ planStats(planId: "p1") {
  runs { id marks tags created activeSince }
  tasks { name type alias depth group ranMs }
  groups { id name successRate p95Ms ranMs }
  earlier { completed finished }
} }`

it('the grid of a plan is the one that the platform answers', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const answer = {
    runs: [{ _id: 'w1', marks: 'te', tags: ['eu'], created: at, activeSince: at }],
    tasks: [{ name: 'load', type: 'task.load', alias: 'default', depth: 1, group: 't1', ranMs: [5, null] }],
    groups: [{ _id: 't1', name: 'shards', successRate: 1, p95Ms: 7, ranMs: [7] }],
    earlier: { completed: 9, finished: 10 },
  }
  const { data } = await runOperation(grid, { 'GET stats/plans/p1': answer })
  const withIds = (rows: { _id: string }[]) => rows.map(({ _id, ...row }) => ({ id: _id, ...row }))
  expect(data).toEqual({
    planStats: { ...answer, runs: withIds(answer.runs), groups: withIds(answer.groups) },
  })
})

it('the marks are those of the statuses where the platform tells only these', async () => {
  const answer = {
    runs: [
      { _id: 'w2', tasks: { load: 'failed', weigh: 'sleeping' } },
      { _id: 'w1', tasks: { load: 'ended' } },
      { _id: 'w0' },
    ],
    tasks: [{ name: 'load', successRate: 0.5 }],
  }
  const { data, errors } = await runOperation(grid, { 'GET stats/plans/p1': answer })
  expect(errors).toBeUndefined()
  const { runs, tasks, groups, earlier } = (data as { planStats: Record<string, Record<string, unknown>[]> })
    .planStats
  expect(runs?.map(({ marks }) => marks)).toEqual(['fq', 'e-', '--'])
  expect(tasks?.map(({ name, depth, group, ranMs }) => ({ name, depth, group, ranMs }))).toEqual([
    { name: 'load', depth: null, group: null, ranMs: null },
    { name: 'weigh', depth: null, group: null, ranMs: null },
  ])
  expect([groups, earlier]).toEqual([[], null])
})

it('the plans that have run are those that the platform lists', async () => {
  const { calls } = await runOperation('{ ranPlans(appId: "a1") { id } }', {
    'GET capabilities': { version: '1', features: ['stats'] },
    'GET stats/plans': { data: [] },
  })
  expect(calls.at(-1)).toEqual({ method: 'GET', path: 'stats/plans', query: { appId: 'a1' } })
})

it.each([
  ['a platform without the feature, which is not asked for them', [], ['capabilities', 'workqueues']],
  ['one that lacks the call', ['stats'], ['capabilities', 'stats/plans', 'workqueues']],
])('the plans that have run are found among the newest runs of %s', async (_name, features, paths) => {
  const at = '2026-03-01T10:00:00.000Z'
  const row = (id: string, planId: string | null) => ({
    _id: id,
    planId,
    name: `Run of ${planId}`,
    created: at,
  })
  const { data, calls } = await runOperation('{ ranPlans(appId: "a1") { id name lastRun } }', {
    'GET capabilities': { version: '1', features },
    'GET workqueues': {
      data: [row('w4', null), row('w3', 'p2'), row('w2', 'p1'), row('w1', 'p2')],
      total: 4,
    },
  })
  expect(calls.map(({ path }) => path)).toEqual(paths)
  expect(data).toEqual({
    ranPlans: [
      { id: 'p2', name: 'Run of p2', lastRun: at },
      { id: 'p1', name: 'Run of p1', lastRun: at },
    ],
  })
})
