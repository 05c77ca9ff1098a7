import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertLog, insertRun, insertTask, type RunRow } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let appId: string
let accountId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
})
beforeEach(async () => {
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const run = (row: Partial<RunRow> = {}) => insertRun(platform.pool, { accountId, appId, ...row })
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))
const names = async (query: string) =>
  ((await call('get', `workqueues?appId=${appId}&${query}`)).body.data as { name: string }[]).map(
    ({ name }) => name,
  )

describe('the list', () => {
  beforeEach(async () => {
    await run({ name: 'one', status: 'completed', tags: ['red', 'blue'], created: at(1), ended: at(9) })
    await run({ name: 'two', status: 'failed', tags: ['blue'], created: at(2), ended: at(8) })
    await run({ name: 'three', status: 'started', tags: ['green'], created: at(3) })
  })

  test.each([
    ['', ['three', 'two', 'one']],
    ['sort=created', ['one', 'two', 'three']],
    ['sort=-ended', ['three', 'one', 'two']],
    ['sort=status', ['one', 'two', 'three']],
    ['status=failed', ['two']],
    ['status=failed,started', ['three', 'two']],
    ['status=failed&status=started', ['three', 'two']],
    ['status=', ['three', 'two', 'one']],
    ['status=completed,failed,started&pagesize=1&page=2', ['two']],
    ['status=completed,failed&sort=created', ['one', 'two']],
    ['status=failed,started&sort=name', ['three', 'two']],
    [`status=completed,failed&created[$gte]=${at(2).toISOString()}`, ['two']],
    ['tags=red', ['one']],
    ['tags=red,green', ['three', 'one']],
    ['tags=blue&status=completed', ['one']],
    [`created[$gte]=${at(2).toISOString()}`, ['three', 'two']],
    [`created[$lte]=${at(2).toISOString()}`, ['two', 'one']],
    [`created[$gte]=${at(2).toISOString()}&created[$lte]=${at(2).toISOString()}`, ['two']],
    ['created[$gte]=2026-03-01T11:02:00%2B01:00', ['three', 'two']],
    ['pagesize=1&page=2', ['two']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a status is found in the whole account, newest first, and in no other account', async () => {
    const elsewhere = (await call('post', 'apps', { name: 'C', description: 'D' })).body._id
    const later = { created: new Date(Date.UTC(2999, 0, 1)) }
    await run({ name: 'four', status: 'cancelled', ...later })
    await run({
      name: 'there',
      status: 'cancelled',
      appId: elsewhere,
      created: new Date(Date.UTC(2999, 0, 2)),
    })
    const first = await call('get', 'workqueues?status=cancelled,failed&pagesize=2')
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['there', 'four'])
    expect(first.body.total).toBeGreaterThanOrEqual(3)
    expect(await names('status=cancelled')).toEqual(['four'])
  })

  test('a tag is found in the whole account, and in one app only', async () => {
    const tag = `only-${appId}`
    const elsewhere = (await call('post', 'apps', { name: 'C', description: 'D' })).body._id
    await run({ name: 'here', tags: [tag, 'red'] })
    await run({ name: 'there', tags: [tag], appId: elsewhere })
    expect((await call('get', `workqueues/count?tags=${tag}`)).body).toEqual({ count: 2 })
    expect((await call('get', `workqueues/count?tags=${tag}&appId=${elsewhere}`)).body).toEqual({ count: 1 })
    expect(await names(`tags=${tag}`)).toEqual(['here'])
    expect(await names(`tags=red,${tag}`)).toEqual(['here', 'one'])
  })

  test('the pages of a tag follow each other, among the newest runs and far below them', async () => {
    await platform.pool.query(
      `insert into workqueues (id, account_id, app_id, name, description, status, created, inputs, initial_state, state, tags)
       select $2 || '-' || n, $1, $2, 'run ' || n, '', 'completed', $3::timestamptz - n * interval '1 second', '{}', '{}',
         '{}', case when n % 400 = 0 then '{some}' else '{other}' end::text[]
       from generate_series(1, 4000) n`,
      [accountId, appId, at(0)],
    )
    const tagged = Array.from({ length: 10 }, (_, index) => `run ${(index + 1) * 400}`)
    const paged = async (query: string) =>
      (await Promise.all([1, 2, 3, 4, 5].map((page) => names(`${query}&pagesize=2&page=${page}`)))).flat()
    expect(await paged('tags=some')).toEqual(tagged)
    expect(await paged('tags=some&sort=created')).toEqual(tagged.toReversed())
    expect(await names('tags=some&status=failed')).toEqual([])
  })

  test('rows contain neither tasks nor states', async () => {
    const { data, total } = (await call('get', `workqueues?appId=${appId}&pagesize=1`)).body
    expect(total).toBe(3)
    expect(Object.keys(data[0]).sort()).toEqual(
      [
        '_id',
        'activeMs',
        'activeSince',
        'appId',
        'children',
        'created',
        'createdBy',
        'description',
        'ended',
        'inputs',
        'name',
        'note',
        'parent',
        'parentTaskId',
        'plan',
        'planId',
        'priority',
        'rerunOf',
        'restarts',
        'scheduleId',
        'scheduledFor',
        'hookId',
        'started',
        'status',
        'strip',
        'tags',
        'taskCounts',
        'updatedBy',
        'why',
      ].sort(),
    )
  })

  test('count, findOne and recent', async () => {
    expect((await call('get', `workqueues/count?appId=${appId}&tags=blue`)).body).toEqual({ count: 2 })
    const found = await call('get', `workqueues/findOne?appId=${appId}&status=completed`)
    expect(found.body).toMatchObject({ name: 'one', tasks: [], initialState: { a: 1 } })
    const recent = await call(
      'get',
      `workqueues/recent?appId=${appId}&status=failed,started&startDate=${at(3).toISOString()}`,
    )
    expect(Object.keys(recent.body)).toEqual(['data'])
    expect(recent.body.data.map(({ name }: { name: string }) => name)).toEqual(['three'])
  })

  test('an app that does not exist has no list', async () => {
    for (const path of ['', '/count', '/findOne', '/recent']) {
      const answer = await call('get', `workqueues${path}?appId=absent`)
      expect([answer.status, answer.body.message]).toEqual([404, 'App not found'])
    }
  })
})

test('recent gives at most 100, newest first', async () => {
  for (let minute = 0; minute < 102; minute++) await run({ name: `n${minute}`, created: at(minute) })
  const { data } = (await call('get', `workqueues/recent?appId=${appId}`)).body
  expect(data).toHaveLength(100)
  expect([data[0].name, data[99].name]).toEqual(['n101', 'n2'])
})

test('one run contains its tasks in order of the definition', async () => {
  const id = await run()
  for (const position of [2, 0, 1])
    await insertTask(platform.pool, { accountId, appId, workqueueId: id, position, name: `t${position}` })
  const { body } = await call('get', `workqueues/${id}`)
  expect(body.tasks.map(({ name }: { name: string }) => name)).toEqual(['t0', 't1', 't2'])
  expect(body.tasks[0]).toMatchObject({ workQueueId: id, workQueueDescription: 'a run', appId })
})

test('logs are grouped by task, oldest first', async () => {
  const id = await run()
  const log = (taskId: string, minute: number, message: string) =>
    insertLog(platform.pool, { accountId, workqueueId: id, taskId, timestamp: at(minute), message })
  await log('t1', 5, 'late')
  await log('t1', 1, 'early')
  await log('t2', 3, 'other')
  await log('t1', 1, 'early too')
  const { body } = await call('get', `workqueues/${id}/logs?athena=true`)
  const texts = (entries: { message: string }[]) => entries.map(({ message }) => message)
  expect(Object.keys(body).sort()).toEqual(['t1', 't2'])
  expect(texts(body.t1)).toEqual(['early', 'early too', 'late'])
  expect(body.t2).toEqual([
    {
      _id: expect.any(String),
      taskId: 't2',
      attempt: 1,
      timestamp: at(3).toISOString(),
      level: 'info',
      message: 'other',
      stacktrace: null,
    },
  ])
})

describe('changing the name of a run', () => {
  test('stores the author, notifies viewers and changes nothing else', async () => {
    const id = await run({ status: 'started' })
    // The answer of a change has no cause.
    const { why: _, ...before } = (await call('get', `workqueues/${id}`)).body
    platform.told.length = 0
    const answer = await call('put', `workqueues/${id}`, { tags: ['x'], status: 'completed' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...before, tags: ['x'], updatedBy: 'alice@example.test' })
    const data = { _id: id, appId, tags: ['x'], updatedBy: 'alice@example.test' }
    expect(platform.told).toEqual([
      { channel: `apps.${appId}.workqueues`, event: 'update', data },
      { channel: `apps.${appId}.workqueues.${id}`, event: 'update', data },
    ])
    const { rows } = await platform.pool.query('select messages::json from outbox order by id desc limit 1')
    expect(rows[0].messages).toEqual(platform.told)
  })

  test('of many at once', async () => {
    await run({ status: 'failed' })
    await run({ status: 'failed' })
    await run({ status: 'completed' })
    platform.told.length = 0
    const where = encodeURIComponent(JSON.stringify({ appId, status: ['failed'] }))
    const answer = await call('put', `workqueues?where=${where}`, { description: 'looked at' })
    expect(answer.body).toEqual({ matched: 2, modified: 2 })
    expect(platform.told).toHaveLength(4)
    const again = await call('put', `workqueues?where=${where}`, { description: 'looked at' })
    expect(again.body).toEqual({ matched: 2, modified: 0 })
    expect(platform.told).toHaveLength(4)
  })

  test('an empty status list is no filter', async () => {
    const where = encodeURIComponent('{"status":[]}')
    expect((await call('put', `workqueues?where=${where}`, { description: 'x' })).status).toBe(400)
  })

  test('a tag contains no comma', async () => {
    const answer = await call('put', `workqueues/${await run()}`, { tags: ['a,b'] })
    expect([answer.status, answer.body.message]).toEqual([400, 'tags[0] must not contain a comma'])
  })
})

describe('deleting a run', () => {
  test('is refused while it is live', async () => {
    for (const status of ['notstarted', 'started'] as const) {
      const id = await run({ status })
      expect((await call('delete', `workqueues/${id}`)).status).toBe(409)
      expect((await call('get', `workqueues/${id}`)).status).toBe(200)
    }
  })

  test('deletes its child runs too, and is refused while one of them or its parent is live', async () => {
    const parent = await run({ status: 'failed' })
    const taskId = await insertTask(platform.pool, { accountId, appId, workqueueId: parent })
    const child = await run({ status: 'started', parentTaskId: taskId })
    const other = await run()
    expect((await call('delete', `workqueues/${parent}`)).status).toBe(409)
    const set = (id: string, status: string) =>
      platform.pool.query('update workqueues set status = $2 where id = $1', [id, status])
    await set(child, 'failed')
    await set(parent, 'started')
    expect((await call('delete', `workqueues/${child}`)).status).toBe(409)
    await set(parent, 'failed')
    expect((await call('delete', `workqueues/${parent}`)).status).toBe(204)
    const statuses = []
    for (const id of [parent, child, other]) statuses.push((await call('get', `workqueues/${id}`)).status)
    expect(statuses).toEqual([404, 404, 200])
  })
})
