import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask, type StoredTask } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let accountId: string
let appId: string
let workqueueId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
})
beforeEach(async () => {
  const created = await platform.call
    .post('/api/apps')
    .set(platform.alice.headers)
    .send({ name: 'A', description: 'B' })
  appId = created.body._id
  workqueueId = await insertRun(platform.pool, { accountId, appId, status: 'started' })
})
afterAll(() => platform.close())

const get = (path: string) => platform.call.get(`/api/${path}`).set(platform.alice.headers)
let position = 0
const task = (row: Partial<StoredTask>) =>
  insertTask(platform.pool, { accountId, appId, workqueueId, position: position++, ...row })
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name)

describe('the list', () => {
  beforeEach(async () => {
    await task({
      name: 'a',
      status: 'ended',
      type: 'task.x.one',
      created: at(1),
      queued: at(1),
      started: at(2),
    })
    await task({ name: 'b', status: 'failed', type: 'task.x.two', created: at(2) })
    await task({ name: 'c', status: 'queued', type: 'task.x.two', created: at(3) })
  })

  test.each([
    ['', ['c', 'b', 'a']],
    ['&sort=name', ['a', 'b', 'c']],
    ['&status=failed,ended', ['b', 'a']],
    ['&type=task.x.two', ['c', 'b']],
    ['&type=task.x.two,task.x.one&status=ended', ['a']],
    [`&created[$gte]=${at(2).toISOString()}`, ['c', 'b']],
    [`&created[$lte]=${at(2).toISOString()}`, ['b', 'a']],
    ['&pagesize=1&page=3', ['a']],
  ])('appId%s', async (query, expected) => {
    expect(names(await get(`tasks?appId=${appId}${query}`))).toEqual(expected)
  })

  test('of one workqueue, with count and findOne', async () => {
    expect(names(await get(`tasks?workQueueId=${workqueueId}&sort=name`))).toEqual(['a', 'b', 'c'])
    expect((await get(`tasks/count?appId=${appId}&type=task.x.two`)).body).toEqual({ count: 2 })
    expect((await get(`tasks/findOne?appId=${appId}&status=ended`)).body).toMatchObject({
      name: 'a',
      wait: 60_000,
      workQueueId: workqueueId,
      workQueueDescription: 'a run',
    })
    expect((await get('tasks?workQueueId=absent')).status).toBe(404)
    expect((await get('tasks?appId=absent')).status).toBe(404)
  })
})

describe('the summary', () => {
  const summary = (status: string, from: number, to: number) =>
    get(
      `tasks/summary?appId=${appId}&status=${status}&startDate=${at(from).toISOString()}&endDate=${at(to).toISOString()}`,
    )

  test('failed ones inside the dates, started and queued ones until the end', async () => {
    for (const minute of [1, 5, 9]) {
      await task({ name: `failed${minute}`, status: 'failed', ended: at(minute) })
      await task({ name: `queued${minute}`, status: 'queued', queued: at(minute) })
      await task({ name: `started${minute}`, status: 'started', queued: at(0), started: at(minute) })
    }
    expect(names(await summary('failed', 2, 8))).toEqual(['failed5'])
    expect(names(await summary('queued', 2, 8))).toEqual(['queued5', 'queued1'])
    expect(names(await summary('started', 2, 8))).toEqual(['started5', 'started1'])
  })

  test('tells of those that run how long that usually takes, and of queued ones who polls', async () => {
    const planId: string = (await platform.send('post', 'plans', { name: 'Loads', tasks: [] })).body._id
    const now = platform.clock.now()
    const ago = (seconds: number) => new Date(now - seconds * 1000)
    const load = async (seconds: number, over: Partial<StoredTask>) => {
      const [created, queued, started] = Array(3).fill(ago(seconds))
      const status = over.ended ? 'completed' : 'started'
      const run = await insertRun(platform.pool, { accountId, appId, planId, status, created })
      await task({ workqueueId: run, name: 'load', type: 'task.x.load', queued, started, ...over })
    }
    for (const seconds of [9000, 8000, 7000])
      await load(seconds, { status: 'ended', ended: ago(seconds - 2) })
    await load(600, { status: 'started' })
    await task({ name: 'wait', type: 'task.x.load', status: 'queued', queued: ago(600) })
    const whyOf = async (status: string) =>
      (await get(`tasks/summary?appId=${appId}&status=${status}`)).body.data[0].why
    expect(await whyOf('started')).toMatchObject({ code: 'late', short: '10 m, usually 2 s' })
    const listed = async (query: string): Promise<{ status: string; why?: unknown }[]> =>
      (await get(`tasks?appId=${appId}&type=task.x.load${query}`)).body.data
    const isTold = ({ status }: { status: string }) => status === 'started' || status === 'queued'
    const shown = await listed('')
    expect(shown.filter(({ why }) => why)).toEqual(shown.filter(isTold))
    expect(shown.find(({ status }) => status === 'started')).toMatchObject({ why: { code: 'late' } })
    expect((await listed('&pagesize=201')).some(({ why }) => why)).toBe(false)
    // What is known of queues may be a second old.
    await vi.waitFor(async () => expect(await whyOf('queued')).toMatchObject({ code: 'nobody' }), 5000)
  })

  test.each(['', '&status=ended', '&status=failed&endDate=yesterday'])('%s is refused', async (query) => {
    expect((await get(`tasks/summary?appId=${appId}${query}`)).status).toBe(400)
  })
})

test('the backlog counts the waiting and running tasks of the account by type and alias', async () => {
  await platform.pool.query('delete from tasks')
  const slow = { type: 'task.x.slow', alias: 'eu' }
  await task({ ...slow, status: 'queued', queued: at(5) })
  await task({ ...slow, status: 'queued', queued: at(2) })
  await task({ ...slow, status: 'started', queued: at(1), started: at(4) })
  await task({ type: 'task.x.slow', status: 'retry' })
  await task({ ...slow, status: 'ended' })
  await task({ type: 'task.x.other', status: 'failed' })
  await insertTask(platform.pool, {
    accountId: platform.bob.accountId,
    appId,
    workqueueId,
    position: position++,
    ...slow,
    status: 'queued',
  })
  expect((await get('tasks/backlog')).body).toEqual([
    {
      type: 'task.x.slow',
      alias: 'eu',
      retry: 0,
      queued: 2,
      started: 1,
      oldestQueued: at(2).toISOString(),
      oldestStarted: at(4).toISOString(),
    },
    {
      type: 'task.x.slow',
      alias: 'default',
      retry: 1,
      queued: 0,
      started: 0,
      oldestQueued: null,
      oldestStarted: null,
    },
  ])
})

test.each(['post', 'put', 'delete'] as const)('tasks are not written: %s', async (method) => {
  const answer = await platform.call[method](`/api/tasks/${await task({})}`)
    .set(platform.alice.headers)
    .send({})
  expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
})
