import { expect, test } from 'vitest'
import { z } from 'zod'
import { logsByTask } from '#shared/domains/tasks/contract.ts'
import { workqueue, workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { appStats, planStats } from '#shared/domains/workqueues/stats-contract.ts'
import { capabilities } from '#shared/lib/features.ts'
import { everyCallIsMade, unknownId, unique, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { genericCalls, pageOf } from './generic.ts'
import { isOver, makeApp, makePlan, noop, runOnce, startRun } from './samples.ts'

const account = useAccount()
const wait = { name: 'wait', type: 'task.workforce.delay', inputs: { ms: 600_000 } }
const rows = pageOf(workqueueSummary)

genericCalls(account, {
  plural: 'workqueues',
  entity: workqueue,
  row: workqueueSummary,
  make: async (client) => runOnce(client, await startRun(client, [noop('a')]), isOver),
  only: ({ appId }) => ({ appId }),
  change: { description: 'Changed', tags: ['nightly'] },
  changeMany: { tags: ['weekly'] },
})

test('a definition runs and completes with its state', async () => {
  const more = { initialState: { n: 7 }, outputsDef: { n: '$state.n' }, tags: ['sums'] }
  const tasks = [noop('a', { inputs: { got: '$state.n' }, outputs: { got: '$state.twice' } })]
  const run = await runOnce(account(), await startRun(account(), tasks, more), isOver)
  expect(run).toMatchObject({ status: 'completed', tags: ['sums'], state: { n: 7 } })
  expect(run.tasks).toMatchObject([{ name: 'a', status: 'ended', workQueueId: run._id }])
})

test('a plan runs by its id with a changed state', async () => {
  const { _id: appId } = await makeApp(account())
  const { _id: plan, name } = await makePlan(account())
  const body = { plan, initialState: { from: 'the tab' } }
  const run = bodyOf(await account().post(`workqueues?appId=${appId}`, body), workqueue, 201)
  expect(run).toMatchObject({ name, appId, planId: plan, initialState: body.initialState })
})

test.each([
  ['an unknown dependency', [noop('a', { depends: ['b'] })]],
  ['a cycle', [noop('a', { depends: ['b'] }), noop('b', { depends: ['a'] })]],
  ['a repeated name', [noop('a'), noop('a')]],
  ['an invalid type', [{ name: 'a', type: 'nothing' }]],
])('%s is 422', async (_what, tasks) => {
  const { _id: appId } = await makeApp(account())
  expectRefusal(await account().post(`workqueues?appId=${appId}`, { name: unique('Run'), tasks }), 422)
})

test('a missing app is 400, an unknown app and plan are 404', async () => {
  const { _id: appId } = await makeApp(account())
  const definition = { name: unique('Run'), tasks: [noop('a')] }
  expectRefusal(await account().post('workqueues', definition), 400)
  expectRefusal(await account().post(`workqueues?appId=${unknownId}`, definition), 404)
  expectRefusal(await account().post(`workqueues?appId=${appId}`, { plan: unknownId }), 404)
})

test('a running one is cancelled once, and cannot be deleted before', async () => {
  const run = await startRun(account(), [wait])
  const end = (status: string) => account().post(`workqueues/${run._id}/end`, { status })
  expectRefusal(await account().remove(`workqueues/${run._id}`), 409)
  expectRefusal(await end('completed'), 400)
  const over = bodyOf(await end('cancelled'), workqueue)
  expect(over).toMatchObject({ _id: run._id, status: 'cancelled' })
  expectRefusal(await end('cancelled'), 409)
  expectRefusal(await account().post(`workqueues/${unknownId}/end`, { status: 'cancelled' }), 404)
})

test('lists filter by status, tags and creation time', async () => {
  const run = await startRun(account(), [wait], { tags: ['a', 'b'] })
  const { appId, created } = await runOnce(account(), run, ({ status }) => status === 'started')
  const total = async (filters: Record<string, string | string[]>) =>
    bodyOf(await account().get(`workqueues${query({ appId, ...filters })}`), rows).total
  const before = new Date(Date.parse(created) - 1).toISOString()
  expect(await total({ status: ['started', 'failed'], tags: ['b', 'c'] })).toBe(1)
  expect(await total({ status: 'completed' })).toBe(0)
  expect(await total({ tags: ['c'] })).toBe(0)
  expect(await total({ 'created[$gte]': created, 'created[$lte]': created })).toBe(1)
  expect(await total({ 'created[$lte]': before })).toBe(0)
  expectRefusal(await account().get(`workqueues${query({ status: 'unheard' })}`), 400)
  expectRefusal(await account().get(`workqueues${query({ 'created[$gte]': 'yesterday' })}`), 400)
  await account().post(`workqueues/${run._id}/end`, { status: 'cancelled' })
})

test('the list is sorted newest first', async () => {
  const first = await startRun(account(), [noop('a')])
  const body = { name: unique('Run'), tasks: [noop('a')] }
  const second = bodyOf(await account().post(`workqueues?appId=${first.appId}`, body), workqueue, 201)
  const dates = { startDate: first.created, endDate: new Date(Date.parse(second.created) + 1).toISOString() }
  const answer = await account().get(`workqueues/recent${query({ appId: first.appId, ...dates })}`)
  const { data } = bodyOf(answer, z.object({ data: z.array(workqueueSummary).max(100) }))
  expect(data.map(({ _id }) => _id)).toEqual([second._id, first._id])
})

test('logs are grouped by task', async () => {
  const failing = noop('a', { inputs: { fail: 'no disk' } })
  const run = await runOnce(account(), await startRun(account(), [failing]), isOver)
  const logs = bodyOf(await account().get(`workqueues/${run._id}/logs?athena=true`), logsByTask)
  const entry = {
    level: 'error',
    message: expect.stringContaining('no disk'),
    stacktrace: expect.any(String),
  }
  expect(logs[run.tasks[0]?._id ?? '']).toContainEqual(expect.objectContaining(entry))
  expectRefusal(await account().get(`workqueues/${unknownId}/logs?athena=true`), 404)
})

everyCallIsMade('workqueues')

test('the statistics of a plan and of apps, where the platform has them', async () => {
  const told = capabilities.safeParse((await account().get('capabilities')).body)
  if (!told.data?.features.includes('stats')) return
  const { _id: appId } = await makeApp(account())
  const { _id: plan } = await makePlan(account())
  const start = async () => {
    const started = await account().post(`workqueues?appId=${appId}`, { plan })
    return runOnce(account(), bodyOf(started, workqueue, 201), isOver)
  }
  const runs = [await start(), await start()]
  const ids = runs.map(({ _id }) => _id)
  const ofPlan = bodyOf(await account().get(`stats/plans/${plan}${query({ appId })}`), planStats)
  expect(ofPlan.plan._id).toBe(plan)
  expect(ofPlan.runs.map(({ _id }) => _id)).toEqual(ids.toReversed())
  expect(ofPlan.tasks.map(({ name }) => name)).toEqual(runs[0]?.tasks.map(({ name }) => name))
  expect(ofPlan).toMatchObject({ expected: null, lastGood: { _id: ids[1] } })
  const before = query({ appId, runs: '1', before: ids[1] ?? '' })
  const earlier = bodyOf(await account().get(`stats/plans/${plan}${before}`), planStats)
  expect([earlier.runs.length, earlier.lastGood?._id]).toEqual([1, ids[0]])

  const ofApps = z.object({ data: z.array(appStats) })
  const { data } = bodyOf(await account().get(`stats/apps${query({ appId, hours: '2' })}`), ofApps)
  expect(data).toMatchObject([{ appId, running: 0, completed: 2, failed: 0, oldestQueued: null }])
  expect(data[0]?.hours).toHaveLength(2)

  expectRefusal(await account().get(`stats/plans/${unknownId}`), 404)
  expectRefusal(await account().get(`stats/plans/${plan}?before=${unknownId}`), 404)
  expectRefusal(await account().get(`stats/plans/${plan}?runs=101`), 400)
  expectRefusal(await account().get('stats/apps?hours=0'), 400)
})
