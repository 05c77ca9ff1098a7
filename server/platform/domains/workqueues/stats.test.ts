import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/platform/db/database.ts'
import { GIVEN_BACK } from '#server/platform/engine/history/past-attempt.ts'
import { createStatsStore } from './stats-store.ts'
import { newId } from '#server/lib/ids.ts'
import type { AppStats, PlanStats } from '#shared/domains/workqueues/stats-contract.ts'
import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let accountId: string
let appId: string
let planId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
})
beforeEach(async () => {
  appId = await newApp()
  planId = (await platform.send('post', 'plans', { name: 'Nightly', tasks: [] })).body._id
})
afterAll(() => platform.close())

const newApp = async (): Promise<string> =>
  (await platform.send('post', 'apps', { name: `A ${newId()}`, description: 'B' })).body._id
const stats = async (query = ''): Promise<PlanStats> =>
  (await platform.send('get', `stats/plans/${planId}?${query}`)).body
const second = (count: number) => new Date(Date.UTC(2026, 2, 1, 10) + count * 1000)

interface Made {
  status?: WorkqueueStatus
  at?: number
  /** Milliseconds. */
  active?: number
  app?: string
}
/** Stores a run of the plan that was created at that second. */
async function run({ status = 'completed', at = 0, active = 0, app = appId }: Made = {}): Promise<string> {
  const created = second(at)
  const id = await insertRun(platform.pool, {
    accountId,
    appId: app,
    planId,
    status,
    created,
    ended: second(at + 60),
  })
  await platform.pool.query('update workqueues set active_ms = $2, started = created where id = $1', [
    id,
    active,
  ])
  return id
}

/** A task of a run that waited and ran for so many milliseconds. */
async function task(
  workqueueId: string,
  over: {
    name?: string
    status?: TaskStatus
    attempt?: number
    waited?: number
    ran?: number
    position?: number
  } = {},
): Promise<string> {
  const { name = 'load', status = 'ended', attempt = 1, waited = 0, ran = 0, position = 0 } = over
  const queued = second(0)
  const started = new Date(queued.getTime() + waited)
  const row = { accountId, appId, workqueueId, name, status, position, queued, started }
  const id = await insertTask(platform.pool, { ...row, ended: new Date(started.getTime() + ran) })
  await platform.pool.query('update tasks set attempt = $2 where id = $1', [id, attempt])
  return id
}

describe('the expected duration of a plan', () => {
  test('is unknown before five runs have completed', async () => {
    for (const at of [1, 2, 3, 4]) await run({ at, active: 1000 })
    for (const at of [5, 6]) await run({ at, active: 9, status: 'failed' })
    expect((await stats()).expected).toBeNull()
    await run({ at: 7, active: 2000 })
    expect((await stats()).expected).toEqual({ medianMs: 1000, p90Ms: 1600 })
  })

  test('is that of the last 20 completed runs, however many are listed or have failed since', async () => {
    for (let at = 0; at < 5; at++) await run({ at, active: 1e9 })
    for (let at = 1; at <= 20; at++) await run({ at: 10 + at, active: at * 100 })
    for (let at = 0; at < 3; at++) await run({ at: 50 + at, status: 'failed' })
    const { expected, runs } = await stats('runs=2')
    expect(expected).toEqual({ medianMs: 1050, p90Ms: 1810 })
    expect(runs.map(({ status }) => status)).toEqual(['failed', 'failed'])
  })
})

describe('the tasks of a plan', () => {
  test('have the median and the 95th percentile of what they ran and waited', async () => {
    for (let at = 1; at <= 21; at++) await task(await run({ at }), { ran: at * 10, waited: at })
    const [{ name, type: _type, alias: _alias, depth: _depth, group: _group, ranMs, ...figures }] = (
      await stats()
    ).tasks as [PlanStats['tasks'][number]]
    expect([name, figures]).toEqual([
      'load',
      { successRate: 1, medianMs: 110, p95Ms: 200, waitMedianMs: 11, waitP95Ms: 20 },
    ])
    expect(ranMs).toEqual(Array.from({ length: 21 }, (_, index) => 210 - index * 10))
  })

  test('count each finished attempt, and neither skipped tasks nor those under way', async () => {
    await task(await run(), { attempt: 3 })
    await task(await run({ status: 'failed' }), { status: 'failed', attempt: 1 })
    await task(await run({ status: 'cancelled' }), { status: 'skipped', attempt: 0 })
    await task(await run({ status: 'started' }), { status: 'started', attempt: 2 })
    // 1 of 3, 0 of 1, none, 0 of 1.
    expect((await stats()).tasks[0]?.successRate).toBe(1 / 5)
  })

  test('count earlier successes and failures, and no attempt that its worker gave back', async () => {
    const workqueueId = await run()
    const taskId = await task(workqueueId, { attempt: 4 })
    const past = `insert into task_attempts (
        task_id, number, account_id, workqueue_id, round, of_round, alias, status, lease, reason)
      values ($1, $2, $3, $4, 0, 1, 'default', $5, 'returned', $6)`
    await platform.pool.query(past, [taskId, 1, accountId, workqueueId, 'ended', null])
    await platform.pool.query(past, [taskId, 2, accountId, workqueueId, 'failed', GIVEN_BACK])
    await platform.pool.query(past, [taskId, 3, accountId, workqueueId, 'failed', 'mail relay refused'])
    expect((await stats()).tasks[0]?.successRate).toBe(2 / 3)
  })

  test('that never finished have no figures; all are in the order of the workflow', async () => {
    const id = await run({ status: 'started' })
    await task(id, { name: 'second', status: 'notstarted', attempt: 0, position: 1 })
    await task(id, { name: 'first', ran: 5 })
    expect((await stats()).tasks).toMatchObject([
      { name: 'first', successRate: 1 },
      { name: 'second', successRate: null, medianMs: null, p95Ms: null },
    ])
  })
})

describe('the grid of a plan', () => {
  const update = (set: string, id: string, ...values: unknown[]) =>
    platform.pool.query(`update ${set} where id = $1`, [id, ...values])

  test('has a mark for each task of each run, in the order of the workflow of the newest', async () => {
    const old = await run({ at: 1, status: 'cancelled' })
    await task(old, { name: 'gone', status: 'failed', position: 0 })
    const stopped = await task(old, { name: 'load', status: 'skipped', attempt: 0, position: 1 })
    await update("tasks set reason = 'Cancelled by ana'", stopped)
    const now = await run({ at: 2, status: 'started' })
    const end = await task(now, { name: 'end', status: 'notstarted', attempt: 0, position: 0 })
    await update("tasks set depends = '{load}'", end)
    await task(now, { name: 'load', attempt: 2, position: 1 })
    const page = await task(now, { name: 'page', status: 'queued', attempt: 0, position: 2 })
    await update('workqueues set error_tasks = array[$2]', now, page)
    const { tasks, runs } = await stats()
    expect(tasks.map(({ name }) => name)).toEqual(['load', 'end', 'page', 'gone'])
    expect(runs.map(({ marks }) => marks)).toEqual(['tnq-', 'c--f'])
    expect(runs.map((each) => each.tasks)).toEqual([
      { end: 'notstarted', load: 'ended', page: 'queued' },
      { gone: 'failed', load: 'skipped' },
    ])
  })

  test('a task that ran twice and ended well each time was not retried, as its success says', async () => {
    const id = await run()
    const past = `insert into task_attempts (
        task_id, number, account_id, workqueue_id, round, of_round, alias, status, lease, reason)
      values ($1, 1, $2, $3, 0, 1, 'default', $4, 'returned', $5)`
    const earlier = [
      ['ended', null],
      ['failed', GIVEN_BACK],
      ['skipped', 'Stopped by a restart of ana'],
      ['failed', 'mail relay refused'],
    ]
    for (const [position, [status, reason]] of earlier.entries()) {
      const taskId = await task(id, { name: `load ${position}`, attempt: 2, position })
      await platform.pool.query(past, [taskId, accountId, id, status, reason])
    }
    const { runs, tasks } = await stats()
    expect(runs[0]?.marks).toBe('eeet')
    expect(tasks.map(({ successRate }) => successRate)).toEqual([1, 1, 1, 1 / 2])
  })

  test('a task that was skipped for another reason is no cancelled one', async () => {
    const id = await task(await run(), { status: 'skipped', attempt: 0 })
    await update("tasks set reason = 'Cancelledness is false'", id)
    expect((await stats()).runs[0]?.marks).toBe('k')
  })

  test('a fan-out has figures of its own, its tasks have no line', async () => {
    for (const at of [1, 2]) {
      const id = await run({ at })
      const plan = await task(id, { name: 'plan', position: 0 })
      for (let shard = 0; shard < 12; shard++) {
        const status = at === 2 && shard === 0 ? 'failed' : 'ended'
        const made = {
          name: `shard ${shard}`,
          position: 1 + shard,
          ran: (shard + 1) * 100 * at,
          status,
        } as const
        await update('tasks set depends = array[$2]', await task(id, made), plan)
      }
    }
    const { tasks, groups } = await stats()
    expect(groups).toEqual([
      { _id: expect.any(String), name: 'shards', successRate: 23 / 24, p95Ms: 2170, ranMs: [2290, 1145] },
    ])
    expect(tasks[0]).toMatchObject({ name: 'plan', depth: 0, group: null, ranMs: [0, 0] })
    expect(tasks[12]).toMatchObject({ name: 'shard 11', depth: 1, group: groups[0]?._id, ranMs: null })
  })

  test('lists only runs of a status, or with a tag; the figures are those of all statuses', async () => {
    const tagged = await run({ at: 1, status: 'failed' })
    await update("workqueues set tags = '{eu,night}'", tagged)
    await task(tagged, { status: 'failed' })
    const failed = await run({ at: 2, status: 'failed' })
    for (let at = 3; at < 6; at++) await task(await run({ at, active: 100 }))
    const read = async (query: string) => {
      const { runs, tasks } = await stats(query)
      return [runs.map(({ _id }) => _id), tasks[0]?.successRate]
    }
    expect(await read('status=failed')).toEqual([[failed, tagged], 3 / 4])
    expect(await read('status=failed&runs=1')).toEqual([[failed], 1])
    expect(await read('tags=night,day')).toEqual([[tagged], 0])
    expect(await read('tags=day')).toEqual([[], undefined])
  })

  test('tells how many of the runs before completed, without cancelled ones', async () => {
    for (let at = 0; at < 3; at++) await run({ at })
    await run({ at: 3, status: 'failed' })
    await run({ at: 3, status: 'cancelled' })
    await run({ at: 4, status: 'started' })
    await run({ at: 5 })
    expect((await stats('runs=2')).earlier).toEqual({ completed: 3, finished: 4 })
    expect((await stats()).earlier).toEqual({ completed: 0, finished: 0 })
  })

  test('runs tell the aliases in which their tasks wait, where these differ from those of the newest run', async () => {
    const moved = await run({ at: 1, status: 'started' })
    const archive = await task(moved, { name: 'archive', status: 'queued', attempt: 0 })
    const ended = await task(moved, { name: 'load', position: 1 })
    for (const id of [archive, ended]) await update("tasks set alias = 'bigbatch'", id)
    const newest = await run({ at: 2, status: 'started' })
    for (const [position, name] of ['archive', 'load'].entries())
      await task(newest, { name, status: 'queued', attempt: 0, position })
    const { runs } = await stats()
    expect(runs.map(({ queuedOn }) => queuedOn)).toEqual([{}, { archive: 'bigbatch' }])
  })

  test('runs tell since when they are active', async () => {
    const id = await run({ status: 'started', active: 5 })
    await update('workqueues set active_since = $2', id, second(9))
    const { runs } = await stats()
    expect(runs[0]).toMatchObject({
      activeSince: second(9).toISOString(),
      created: second(0).toISOString(),
      tags: [],
    })
    const page = (await platform.send('get', `workqueues/${id}`)).body
    const timeOf = ({ activeMs, activeSince }: { activeMs: number | null; activeSince: string | null }) => ({
      activeMs,
      activeSince,
    })
    expect(timeOf(runs[0]!), 'on the page of the run').toEqual(timeOf(page))
    expect(runs[0]!.activeMs, 'until it began to be active').toBe(5)
  })
})

test('the plans that have run are listed by their newest run', async () => {
  const here = planId
  const later = (await platform.send('post', 'plans', { name: 'Later', tasks: [] })).body._id
  await platform.send('post', 'plans', { name: 'Never', tasks: [] })
  await run({ at: 9, app: await newApp() })
  await run({ at: 1 })
  planId = later
  await run({ at: 2 })
  await run({ at: 0, status: 'failed' })
  const read = async (query: string) => (await platform.send('get', `stats/plans?${query}`)).body
  expect(await read(`appId=${appId}`)).toEqual({
    data: [
      { _id: later, name: 'Later', lastRun: second(2).toISOString(), lastFailed: second(0).toISOString() },
      { _id: here, name: 'Nightly', lastRun: second(1).toISOString(), lastFailed: null },
    ],
    total: 2,
  })
  const all = (await read('')).data.map(({ _id }: { _id: string }) => _id)
  expect(all.indexOf(here)).toBeLessThan(all.indexOf(later))
  const bobs = await platform.call.get('/api/stats/plans').set(platform.bob.headers)
  expect(bobs.body).toEqual({ data: [], total: 0 })
})

describe('the runs of a plan', () => {
  test('are the newest, with their tasks by name', async () => {
    await run({ at: 1 })
    const second = await run({ at: 2, active: 1500 })
    const third = await run({ at: 3, status: 'failed' })
    await task(third, { name: 'load', status: 'failed' })
    await task(third, { name: 'weigh', status: 'notstarted', position: 1 })
    const { plan, runs } = await stats('runs=2')
    expect(plan).toEqual({ _id: planId, name: 'Nightly', version: 1 })
    expect(runs).toEqual([
      expect.objectContaining({
        _id: third,
        status: 'failed',
        tasks: { load: 'failed', weigh: 'notstarted' },
      }),
      expect.objectContaining({ _id: second, activeMs: 1500, tasks: {} }),
    ])
  })

  test('are those of one app, or of all', async () => {
    const other = await newApp()
    const [here, there] = [await run({ at: 1 }), await run({ at: 2, app: other })]
    const ids = async (query: string) => (await stats(query)).runs.map(({ _id }) => _id)
    expect(await ids('')).toEqual([there, here])
    expect(await ids(`appId=${appId}`)).toEqual([here])
    expect((await stats(`appId=${appId}`)).lastGood?._id).toBe(here)
  })

  test('the last good one is the newest completed one, or the newest before a run', async () => {
    expect((await stats()).lastGood).toBeNull()
    const first = await run({ at: 1 })
    const failed = await run({ at: 2, status: 'failed' })
    const last = await run({ at: 3 })
    expect((await stats()).lastGood).toEqual({ _id: last, started: second(3).toISOString() })
    expect((await stats(`before=${failed}`)).lastGood?._id).toBe(first)
    expect((await stats(`before=${last}`)).lastGood?._id).toBe(first)
    expect((await stats(`before=${first}`)).lastGood).toBeNull()
  })

  test('before a run of another app is refused, where an app is given', async () => {
    const there = await run({ app: await newApp() })
    expect((await platform.send('get', `stats/plans/${planId}?appId=${appId}&before=${there}`)).status).toBe(
      404,
    )
  })
})

test('times of several plans are those of each plan in its app', async () => {
  const store = createStatsStore(createDatabase(platform.pool))
  for (let at = 0; at < 5; at++) await task(await run({ at, active: 700 }), { ran: 40 })
  const [known, elsewhere, foreign] = await store.times(accountId, [
    { planId, appId },
    { planId, appId: await newApp() },
    { planId, appId: 'none' },
  ])
  expect(known?.expected).toEqual({ medianMs: 700, p90Ms: 700 })
  expect(known?.usual.get('load')).toMatchObject({ medianMs: 40, successRate: 1 })
  expect([elsewhere, foreign]).toEqual(Array(2).fill({ usual: new Map(), expected: null }))
  expect(await store.times(platform.bob.accountId, [{ planId, appId }])).toEqual([elsewhere])
})

describe('the figures of apps', () => {
  /** A run of no plan that ended so many minutes ago; null: it has not ended. */
  const ended = async (status: WorkqueueStatus, minutes: number | null): Promise<string> => {
    const at = minutes === null ? null : new Date(platform.clock.now() - minutes * 60_000)
    return insertRun(platform.pool, { accountId, appId, status, ended: at })
  }
  const read = async (query = ''): Promise<AppStats[]> =>
    (await platform.send('get', `stats/apps?${query}`)).body.data

  test('are what runs now and what ended in whole hours', async () => {
    const workqueueId = await ended('started', null)
    const queued = second(5)
    await insertTask(platform.pool, { accountId, appId, workqueueId, status: 'queued', queued })
    await ended('notstarted', null)
    await ended('completed', 0)
    await ended('failed', 0)
    await ended('cancelled', 61)
    await ended('completed', 4 * 60)
    const [app] = await read(`appId=${appId}&hours=3`)
    const hour = (ago: number) => {
      const start = Math.floor(platform.clock.now() / 3_600_000) - ago
      return new Date(start * 3_600_000).toISOString()
    }
    expect(app).toEqual({
      appId,
      running: 2,
      failed: 1,
      completed: 1,
      cancelled: 1,
      oldestQueued: queued.toISOString(),
      hours: [
        { at: hour(2), failed: 0, completed: 0 },
        { at: hour(1), failed: 0, completed: 0 },
        { at: hour(0), failed: 1, completed: 1 },
      ],
    })
    expect((await read(`appId=${appId}&hours=5`))[0]?.completed).toBe(2)
  })

  test('contain every app of the account, also without runs', async () => {
    const answered = await read()
    expect(answered.find((each) => each.appId === appId)).toMatchObject({ running: 0, oldestQueued: null })
    expect(answered[0]?.hours).toHaveLength(24)
  })

  test.each(['hours=0', 'hours=169', 'day=1'])('refuse %s', async (query) => {
    expect((await platform.send('get', `stats/apps?${query}`)).status).toBe(400)
  })
})
