import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { insertRun, insertTask, insertTeam, insertWorker } from '#tests/support/platform-rows.ts'
import { countedOrder } from '#server/platform/engine/progress.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createFailureFollower, type FailureFollower } from '#server/platform/failures/follower.ts'

let platform: TestPlatform
let follower: FailureFollower
let accountId: string
let appId: string
let type: string
let number = 0

beforeAll(async () => {
  platform = await createTestPlatform(realEngine)
  accountId = platform.alice.accountId
  const { pool, clock } = platform
  follower = createFailureFollower({ db: createDatabase(pool), clock, log: pino({ level: 'silent' }) })
})
beforeEach(async () => {
  appId = (await send('post', 'apps', { name: 'A', description: 'B' })).body._id
  type = `task.shop.pay${++number}`
  platform.clock.advance(1000)
})
afterAll(async () => {
  await follower.stop()
  await platform.close()
})

const send = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)

interface Place {
  appId?: string
  reason?: string
  alias?: string
  version?: string
  host?: string
  hoursAgo?: number
}

/** Failed tasks in runs of their own, grouped. */
async function fail(
  count: number,
  { appId: app = appId, reason = 'Order 1 was refused', ...place }: Place = {},
) {
  const ids: { run: string; task: string }[] = []
  for (let index = 0; index < count; index++) {
    const run = await insertRun(platform.pool, { accountId, appId: app, status: 'failed' })
    const row = { accountId, appId: app, workqueueId: run, name: 'pay', type, status: 'failed' as const }
    const task = await insertTask(platform.pool, { ...row, alias: place.alias ?? 'default' })
    ids.push({ run, task })
    await platform.pool.query(
      `insert into failure_events (kind, account_id, app_id, workqueue_id, run_created, task_id, task_name, type, alias,
         version, host_name, attempt, at, reason)
       values ('failed', $1, $2, $3, now(), $4, 'pay', $5, $6, $7, $8, 1, $9, $10)`,
      [
        accountId,
        app,
        run,
        task,
        type,
        place.alias ?? 'default',
        place.version ?? '1.0',
        place.host ?? 'h1',
        new Date(platform.clock.now() - (place.hoursAgo ?? 0) * 3_600_000),
        reason,
      ],
    )
  }
  await follower.drain()
  return ids
}
/** The item of Attention that a group has, as its keeper writes it. */
/** The item of a group, which the keeper may have made already: a decision on the group wakes it. */
const insertItem = (group: string, since: Date, facts: object) =>
  platform.pool.query(
    `insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, opened)
     values ($1, $2, 'failure', $3, $4, '{}', $5, 1, 1, $5)
     on conflict (account_id, kind, key) do update set facts = excluded.facts, since = excluded.since,
       opened = excluded.opened, closed = null`,
    [`item-${group}`, accountId, group, facts, since],
  )
const list = async (query = '', who = platform.alice as { headers: Record<string, string> }) =>
  (await send('get', `failures?type=${type}${query}`, undefined, who)).body
const group = async (query = '') => (await list(query)).data[0]
const decide = (id: string, what: string, body?: object) => send('post', `failures/${id}/${what}`, body)
const statusOf = async (task: string) => (await send('get', `tasks/${task}`)).body.status

test('the feature is announced', async () => {
  expect((await send('get', 'capabilities')).body.features).toContain('failures')
})

describe('reads', () => {
  test('a group has counts, places and its newest failure', async () => {
    await fail(1, { version: '1.0', host: 'h1' })
    platform.clock.advance(1000)
    const [newest] = await fail(1, { version: '1.1', host: 'h2', reason: 'Order 2 was refused' })
    await platform.pool.query(
      `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', '0.9', 'h1', $3, 4, 0), ('p', $1, $2, 'default', '1.1', 'h3', $3, 0, 4)`,
      [accountId, type, new Date(platform.clock.now() - 3_600_000)],
    )
    const { data, total } = await list()
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      title: 'Order # was refused',
      type,
      state: 'open',
      runs: 2,
      tasks: 2,
      apps: 1,
      versions: ['1.0', '1.1'],
      hosts: ['h1', 'h2'],
      notVersions: ['0.9'],
      notHosts: [],
      openTasks: 2,
      restarted: null,
      suggestedAlias: null,
      trend: [...Array.from({ length: 23 }, () => 0), 2],
      owner: null,
      note: null,
      mutedUntil: null,
      sample: { taskId: newest?.task, reason: 'Order 2 was refused', attempt: 1, alias: 'default' },
    })
    expect((await send('get', `failures/${data[0]._id}`)).body).toEqual({
      ...data[0],
      restarts: [],
      repair: null,
    })
  })

  test('a group suggests the alias that workers poll with a good version, unless its own has another one now', async () => {
    const now = platform.clock.now()
    const poll = (alias: string, version: string, secondsAgo = 1) =>
      platform.pool.query(
        `insert into queue_pollers (account_id, type, alias, host_name, version, first_poll, last_poll, last_seen)
         values ($1, $2, $3, 'h', $4, $5, $5, $5)`,
        [accountId, type, alias, version, new Date(now - secondsAgo * 1000)],
      )
    const suggested = async () => (await group()).suggestedAlias
    const movable = async () => (await group()).movable
    await fail(1, { version: '1.1' })
    await fail(1, { version: '1.1', alias: 'canary' })
    await platform.pool.query(
      `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', '1.0', 'h1', $3, 4, 0)`,
      [accountId, type, new Date(now - 3_600_000)],
    )
    expect(await movable()).toBeNull()
    await poll('default', '1.1')
    await poll('canary', '1.0')
    expect(await movable()).toBe(false)
    await poll('edge', '0.8')
    expect(await movable()).toBe(true)
    await poll('gone', '1.0', 3600)
    expect(await suggested()).toBeNull()
    await poll('stable', '1.0')
    expect(await suggested()).toEqual({ alias: 'stable', version: '1.0' })
    await poll('stable', '1.1')
    expect(await suggested()).toBeNull()
    await poll('steady', '1.0')
    expect(await suggested()).toEqual({ alias: 'steady', version: '1.0' })
    const control = { account_id: accountId, type, alias: 'steady', paused_at: new Date(now) }
    const db = createDatabase(platform.pool)
    await db.insertInto('queue_controls').values(control).execute()
    expect(await suggested()).toBeNull()
    await db.deleteFrom('queue_controls').where('type', '=', type).execute()
    await platform.pool.query(
      `update queue_pollers set version = '1.0' where type = $1 and alias = 'default'`,
      [type],
    )
    expect(await suggested()).toBeNull()
  })

  test('a note is written, found again and removed', async () => {
    await fail(1)
    const { _id } = await group()
    const note = (text: string) => send('put', `failures/${_id}/note`, { text })
    expect((await note('  known: the order service is slow ')).body.note).toBe(
      'known: the order service is slow',
    )
    expect((await group()).note).toBe('known: the order service is slow')
    expect((await note('x'.repeat(2001))).status).toBe(400)
    expect((await note('')).body.note).toBeNull()
  })

  test('the trend counts failed attempts by the hour, for a day; older ones are removed', async () => {
    for (const hoursAgo of [0, 2, 23, 24]) await fail(hoursAgo + 1, { hoursAgo })
    const { _id, trend } = await group()
    expect(trend).toEqual([24, ...Array.from({ length: 20 }, () => 0), 3, 0, 1])
    const kept = async () =>
      (await platform.pool.query('select hour from failure_hours where group_id = $1', [_id])).rowCount
    await platform.pool.query(
      `update failure_hours set hour = hour - interval '30 hours' where group_id = $1`,
      [_id],
    )
    expect(await kept()).toBe(4)
    await fail(1)
    // One is new, two are removed.
    expect(await kept()).toBe(3)
  })

  test('lists can be filtered, sorted and paged', async () => {
    await fail(2)
    await fail(1, { reason: 'another cause' })
    expect((await list('&sort=-tasks')).data.map(({ tasks }: { tasks: number }) => tasks)).toEqual([2, 1])
    expect((await list('&sort=tasks&pagesize=1')).data).toMatchObject([{ tasks: 1 }])
    expect((await list(`&appId=${appId}`)).total).toBe(2)
    const other = (await send('post', 'apps', { name: 'B', description: 'B' })).body._id
    expect((await list(`&appId=${other}`)).total).toBe(0)
    expect((await list('&state=closed')).total).toBe(0)
    expect((await list('&search=CAUSE+another')).data).toMatchObject([{ title: 'another cause' }])
    expect((await list('&search=another+order')).total).toBe(0)
    await decide((await group('&search=cause'))._id, 'assign', { userId: platform.alice.userId })
    expect((await list(`&search=${encodeURIComponent(platform.alice.email)}`)).total).toBe(1)
    expect((await send('get', 'failures?state=lost')).status).toBe(400)
    expect((await send('get', 'failures?unknown=1')).status).toBe(400)
  })

  test('the tasks of a group are paged, newest first', async () => {
    const [first] = await fail(1)
    platform.clock.advance(1000)
    const [second] = await fail(1, { version: '2.0' })
    const { _id } = await group()
    const { body } = await send('get', `failures/${_id}/tasks?pagesize=1`)
    expect(body).toMatchObject({
      total: 2,
      data: [
        {
          _id: second?.task,
          workqueueId: second?.run,
          appId,
          name: 'pay',
          alias: 'default',
          attempt: 1,
          version: '2.0',
          state: 'open',
        },
      ],
    })
    const next = await send('get', `failures/${_id}/tasks?pagesize=1&page=2`)
    expect(next.body.data).toMatchObject([{ _id: first?.task }])
  })

  test('the failures of a task are those that it failed with', async () => {
    const [first] = await fail(2)
    const [other] = await fail(1, { reason: 'another cause' })
    const titles = async (taskId?: string) =>
      (await list(`&taskId=${taskId}`)).data.map(({ title }: { title: string }) => title)
    expect(await titles(first?.task)).toEqual(['Order # was refused'])
    expect(await titles(other?.task)).toEqual(['another cause'])
    expect(await titles('f'.repeat(24))).toEqual([])
    const foreign = await send('get', `failures?taskId=${first?.task}`, undefined, platform.bob)
    expect(foreign.body.total).toBe(0)
  })

  test('a task of a group has its run, what it is now and what waits behind it', async () => {
    const [failed, running] = await fail(2)
    const counts = countedOrder.map((status) => (status === 'notstarted' ? 6 : 0))
    await platform.pool.query(
      `update workqueues set task_counts = $2, name = 'Nightly', inputs = '{"customer":"c-1"}' where id = $1`,
      [failed?.run, counts],
    )
    await platform.pool.query(`update workqueues set status = 'started' where id = $1`, [running?.run])
    await platform.pool.query(`update tasks set status = 'started' where id = $1`, [running?.task])
    const { _id } = await group()
    const tasks = async (query = '') => (await send('get', `failures/${_id}/tasks${query}`)).body
    await platform.pool.query(`update tasks set attempt = 1, tries = 1, retry = '{"max":2}' where id = $1`, [
      failed?.task,
    ])
    const counted = { attempt: 1, tries: 1, retries: 2 }
    const nightly = {
      _id: failed?.task,
      workqueueName: 'Nightly',
      inputs: { customer: 'c-1' },
      status: 'failed',
      waiting: 6,
      ...counted,
    }
    expect((await tasks()).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining(nightly),
        expect.objectContaining({ _id: running?.task, status: 'started', waiting: null }),
      ]),
    )
    await platform.pool.query(
      `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, status)
        select id, 1, account_id, workqueue_id, 0, 3, alias, 'failed' from tasks where id = $1`,
      [running?.task],
    )
    await platform.pool.query(`update tasks set attempt = 2, tries = 1, retry = '{"max":2}' where id = $1`, [
      running?.task,
    ])
    expect((await tasks()).data).toContainEqual(
      expect.objectContaining({ _id: running?.task, attempt: 1, tries: 3, retries: 2 }),
    )
    expect(await tasks('?restartable=true')).toMatchObject({ total: 1, data: [nightly] })
    expect((await tasks('?state=open')).total).toBe(2)
    expect((await tasks('?state=repaired,closed')).total).toBe(0)
    expect((await send('get', `failures/${_id}/tasks?state=lost`)).status).toBe(400)
  })

  test('a program of an app sees only its part', async () => {
    const other = (await send('post', 'apps', { name: 'B', description: 'B' })).body._id
    await fail(2, { version: '1.0' })
    platform.clock.advance(1000)
    const [elsewhere] = await fail(1, { appId: other, version: '2.0', host: 'secret' })
    const { key, secret } = (await send('post', `apps/${appId}/token`, {})).body
    const program = {
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    }
    await insertItem((await group())._id, new Date(), { restartable: 3 })
    expect(
      (await send('post', 'tasks/bulk/restart', { ids: [elsewhere!.task], holdSeconds: 10 })).status,
    ).toBe(200)
    expect(await group()).toMatchObject({ held: { tasks: 1 }, restartable: 3 })
    const { data } = await list('', program)
    expect(data).toMatchObject([{ held: null, restartable: null, regressedAt: null }])
    expect(data).toMatchObject([
      { tasks: 2, runs: 2, apps: 1, versions: ['1.0'], hosts: ['h1'], sample: { appId } },
    ])
    expect(data[0].trend.reduce((sum: number, attempts: number) => sum + attempts)).toBe(2)
    const [{ _id }] = data
    const one = (await send('get', `failures/${_id}`, undefined, program)).body
    expect(one).toEqual({ ...data[0], restarts: null, repair: null })
    expect((await send('get', `failures/${_id}/tasks`, undefined, program)).body.total).toBe(2)
    const stranger = (
      await send(
        'post',
        `apps/${(await send('post', 'apps', { name: 'C', description: 'B' })).body._id}/token`,
        {},
      )
    ).body
    const authorization = `Basic ${Buffer.from(`${stranger.key}:${stranger.secret}`).toString('base64')}`
    expect((await send('get', `failures/${_id}`, undefined, { headers: { authorization } })).status).toBe(404)
    expect((await send('post', `failures/${_id}/close`, undefined, program)).status).toBe(403)
  })

  test('another account sees nothing', async () => {
    await fail(1)
    const { _id } = await group()
    expect((await list('', platform.bob)).total).toBe(0)
    for (const path of [`failures/${_id}`, `failures/${_id}/tasks`])
      expect((await send('get', path, undefined, platform.bob)).status).toBe(404)
    const bodies = {
      close: undefined,
      unmute: undefined,
      restart: {},
      assign: { userId: null },
      mute: { until: 'change' },
    }
    for (const [what, body] of Object.entries(bodies))
      expect((await send('post', `failures/${_id}/${what}`, body, platform.bob)).status).toBe(404)
  })
})

describe('decisions', () => {
  test('a closed group is reopened as regressed by the next failure', async () => {
    await fail(2)
    const { _id } = await group()
    const closedAt = new Date(platform.clock.now()).toISOString()
    expect((await decide(_id, 'close')).body).toMatchObject({
      state: 'closed',
      tasks: 2,
      closedAt,
      dismissed: true,
    })
    expect((await list()).total).toBe(0)
    const { body } = await send('get', `failures/${_id}/tasks`)
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual(['closed', 'closed'])
    platform.clock.advance(1000)
    await fail(1)
    expect(await group()).toMatchObject({ state: 'regressed', tasks: 3, closedAt })
    const since = new Date(platform.clock.now())
    await insertItem(_id, since, { restartable: 3 })
    expect(await group()).toMatchObject({ regressedAt: since.toISOString(), restartable: 3 })
    await platform.pool.query('update attention_items set closed = now() where key = $1', [_id])
    expect(await group()).toMatchObject({ regressedAt: null, restartable: null })
    const { rows } = await platform.pool.query(
      'select action, entity, actor from audit where entity_id = $1',
      [_id],
    )
    expect(rows).toEqual([{ action: 'close', entity: 'failure', actor: platform.alice.email }])
  })

  test('a mute ends at its moment, by unmute, or with a change', async () => {
    await fail(1)
    const { _id } = await group()
    const until = new Date(platform.clock.now() + 60_000).toISOString()
    expect((await decide(_id, 'mute', { until })).body).toMatchObject({ state: 'muted', mutedUntil: until })
    expect((await list()).total).toBe(0)
    expect((await list('&state=muted')).total).toBe(1)
    expect((await decide(_id, 'unmute')).body).toMatchObject({ state: 'open', mutedUntil: null })
    await decide(_id, 'mute', { until })
    platform.clock.advance(60_001)
    expect((await list()).total).toBe(1)
    expect((await decide(_id, 'mute', { until: 'change' })).body.state).toBe('muted')
    await fail(1)
    expect(await group('&state=muted')).toMatchObject({ tasks: 2 })
    await fail(1, { alias: 'beta' })
    expect(await group()).toMatchObject({ state: 'open', tasks: 3 })
    const past = await decide(_id, 'mute', { until: new Date(platform.clock.now()).toISOString() })
    expect([past.status, past.body.message]).toEqual([400, expect.stringContaining('ntil')])
  })

  test('an owner is a member of the account', async () => {
    await fail(1)
    const { _id } = await group()
    const max = await newUser(platform, `max${number}`, { of: platform.alice, role: 'member' })
    const { body } = await decide(_id, 'assign', { userId: max.userId })
    expect(body.owner).toEqual({ userId: max.userId, email: max.email })
    expect((await decide(_id, 'assign', { userId: platform.bob.userId })).status).toBe(400)
    expect((await decide(_id, 'assign', { userId: null })).body.owner).toBeNull()
  })
})

describe('restarts', () => {
  test('restart every task that is still failed, with a receipt that names the group', async () => {
    const ids = await fail(3)
    await platform.pool.query(`update workqueues set status = 'cancelled' where id = $1`, [ids[0]?.run])
    await platform.pool.query(`update tasks set status = 'ended' where id = $1`, [ids[1]?.task])
    const { _id, title } = await group()
    const { status, body } = await decide(_id, 'restart', {})
    expect([status, body.selection]).toEqual([200, { by: 'failure', id: _id, title }])
    expect(body).toMatchObject({ action: 'restart-tasks', total: 1, done: 1, heldUntil: null })
    expect(await statusOf(ids[2]!.task)).toBe('queued')
  })

  test('move to an alias that the type has', async () => {
    const teamId = await insertTeam(platform.pool, accountId)
    const worker = await insertWorker(platform.pool, { accountId, teamId, type })
    await send('post', `workers/${worker}/aliases`, { aliasName: 'beta' })
    const [one, other] = await fail(2)
    const { _id } = await group()
    const refused = await decide(_id, 'restart', { alias: 'gamma' })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/alias/i)])
    expect((await send('post', 'tasks/bulk/restart', { ids: [one!.task], alias: 'gamma' })).status).toBe(400)
    const bulk = await send('post', 'tasks/bulk/restart', { ids: [one!.task], alias: 'beta' })
    expect(bulk.body).toMatchObject({ done: 1, alias: 'beta' })
    expect((await decide(_id, 'restart', { alias: 'beta' })).body).toMatchObject({ done: 1, alias: 'beta' })
    for (const { task } of [one!, other!])
      expect((await send('get', `tasks/${task}`)).body.alias).toBe('beta')
  })

  test('wait while they are held, and can be cancelled until then', async () => {
    const [failed] = await fail(1)
    const { _id } = await group()
    const held = await decide(_id, 'restart', { holdSeconds: 10 })
    const heldUntil = new Date(platform.clock.now() + 10_000).toISOString()
    expect([held.status, held.body]).toMatchObject([200, { total: 1, done: 0, ended: null, heldUntil }])
    const cancel = () => send('post', `receipts/${held.body._id}/cancel`)
    expect((await cancel()).body).toMatchObject({
      done: 0,
      ended: expect.any(String),
      cancelledBy: platform.alice.email,
    })
    expect((await cancel()).status).toBe(409)
    const { data: acts } = (await send('get', `audit?within=${_id}&sort=at`)).body
    expect(acts).toMatchObject([
      {
        action: 'receipt.restart-tasks',
        entity: held.body._id,
        about: { name: 'Order # was refused', action: 'restart-tasks', cancelledBy: platform.alice.email },
      },
    ])
    platform.clock.advance(11_000)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await statusOf(failed!.task)).toBe('failed')
    expect((await send('post', `receipts/${held.body._id}/cancel`, undefined, platform.bob)).status).toBe(404)
  })

  test('of tasks are known while they are held, and until they come to them', async () => {
    const [one] = await fail(2)
    const { _id, held: before } = await group()
    expect(before).toBeNull()
    const call = { ids: [one!.task], holdSeconds: 10 }
    const { body: receipt } = await send('post', 'tasks/bulk/restart', call)
    const until = new Date(platform.clock.now() + 10_000).toISOString()
    const by = platform.alice.email
    expect((await group()).held).toEqual({ receiptId: receipt._id, by, alias: null, tasks: 1, until })
    const times = async () => {
      const { data } = (await send('get', `failures/${_id}/tasks`)).body
      return new Map(data.map((task: { _id: string; heldUntil: unknown }) => [task._id, task.heldUntil]))
    }
    expect((await times()).get(one!.task)).toBe(until)
    expect([...(await times()).values()]).toContain(null)
    await send('post', `receipts/${receipt._id}/cancel`)
    expect((await group()).held).toBeNull()
    expect([...(await times()).values()]).toEqual([null, null])
  })

  test('are listed with what became of them, each once for all its tasks', async () => {
    const ids = await fail(4)
    const { _id } = await group()
    const at = (second: number) => new Date(platform.clock.now() + second * 1000)
    const tries = async (
      task: number,
      number: number,
      actor: string,
      second: number,
      alias: string,
      status: string,
    ) => {
      const { task: id, run } = ids[task]!
      await platform.pool.query(
        `insert into task_attempts (task_id, number, account_id, workqueue_id, round, actor, of_round, alias, queued, status)
         values ($1, $2, $3, $4, 1, $5, 1, $6, $7, $8)`,
        [id, number, accountId, run, actor, alias, at(second), status],
      )
    }
    const now = (
      task: number,
      round: number,
      actor: string,
      second: number | null,
      alias: string,
      status: string,
    ) =>
      platform.pool.query(
        `update tasks set round = $2, round_actor = $3, queued = $4, alias = $5, status = $6, attempt = 9 where id = $1`,
        [ids[task]!.task, round, actor, second === null ? null : at(second), alias, status],
      )
    await tries(0, 2, 'ana', 10, 'default', 'failed')
    await tries(0, 3, 'ana', 11, 'default', 'failed')
    await tries(1, 2, 'ana', 12, 'edge', 'failed')
    await tries(2, 2, 'ben', 12, 'default', 'failed')
    await now(0, 2, 'ana', 60, 'stable', 'ended')
    await now(1, 2, 'ana', 62, 'stable', 'started')
    await now(2, 2, 'ben', null, 'default', 'skipped')
    await now(3, 1, 'ana', 64, 'stable', 'failed')
    const { restarts } = (await send('get', `failures/${_id}`)).body
    expect(restarts).toEqual([
      {
        by: 'ana',
        at: at(60).toISOString(),
        aliases: ['stable'],
        tasks: 3,
        passed: 1,
        failed: 1,
        running: 1,
      },
      {
        by: 'ben',
        at: at(12).toISOString(),
        aliases: ['default'],
        tasks: 1,
        passed: 0,
        failed: 1,
        running: 0,
      },
      {
        by: 'ana',
        at: at(10).toISOString(),
        aliases: ['default', 'edge'],
        tasks: 2,
        passed: 0,
        failed: 2,
        running: 0,
      },
    ])
    expect((await group()).restarts).toBeUndefined()
  })

  test('say where a task has ended well since, and by whose restart', async () => {
    const [own, older, later] = await fail(3)
    const { _id } = await group()
    const passed = (failed: { task: string }, run: string, seconds: number) =>
      platform.pool.query(`update failure_tasks set repaired = $2, repaired_in = $3 where task_id = $1`, [
        failed.task,
        new Date(platform.clock.now() + seconds * 1000),
        run,
      ])
    await platform.pool.query(
      `update tasks set status = 'ended', alias = 'stable', version = '1.0', round_actor = 'ana', tries = 2 where id = $1`,
      [own!.task],
    )
    const repair = async () => (await send('get', `failures/${_id}`)).body.repair
    expect(await repair()).toBeNull()
    await passed(own!, own!.run, 1)
    expect(await repair()).toMatchObject({
      workqueueId: own!.run,
      later: false,
      by: 'ana',
      alias: 'stable',
      version: '1.0',
    })
    await passed(older!, later!.run, 2)
    expect(await repair()).toMatchObject({ workqueueId: later!.run, later: true, alias: null })
    const { data } = (await send('get', `failures/${_id}/tasks`)).body
    const row = (task: string) => data.find((each: { _id: string }) => each._id === task)
    expect(row(own!.task)).toMatchObject({
      repairedAlias: 'stable',
      repairedVersion: '1.0',
      repairedTries: 2,
    })
    expect(row(older!.task)).toMatchObject({ repairedIn: later!.run, repairedAlias: null })
  })

  test('that were held begin at their time', async () => {
    const [failed] = await fail(1)
    const { body } = await send('post', 'tasks/bulk/restart', { ids: [failed!.task], holdSeconds: 5 })
    expect(await statusOf(failed!.task)).toBe('failed')
    platform.clock.advance(5000)
    await vi.waitFor(async () => expect(await statusOf(failed!.task)).toBe('queued'), { timeout: 10_000 })
    await vi.waitFor(async () =>
      expect((await send('get', `receipts/${body._id}`)).body).toMatchObject({ done: 1, failed: 0 }),
    )
    expect((await send('post', `receipts/${body._id}/cancel`)).status).toBe(409)
  })
})
