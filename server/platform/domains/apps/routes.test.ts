import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (name: string, description = 'of the test') =>
  (await call('post', 'apps', { name, description })).body as { _id: string; name: string }
const byName = (name: string) => encodeURIComponent(JSON.stringify({ name }))

describe('one app', () => {
  test('is created, read, changed and deleted, each time with author and time', async () => {
    const created = await call('post', 'apps', { name: '  Orders ', description: ' Imports orders ' })
    expect(created.status).toBe(201)
    const app = created.body
    expect(app).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Orders',
      description: 'Imports orders',
      version: 1,
      created: '2026-03-01T12:00:00.000Z',
      createdBy: 'alice@example.test',
      updated: '2026-03-01T12:00:00.000Z',
      updatedBy: 'alice@example.test',
    })
    expect((await call('get', `apps/${app._id}`)).body).toMatchObject(app)
    platform.clock.advance(1000)
    const changed = await call('put', `apps/${app._id}`, { ...app, name: 'Invoices' })
    expect(changed.status).toBe(200)
    const updated = '2026-03-01T12:00:01.000Z'
    expect(changed.body).toEqual({ ...app, name: 'Invoices', version: 2, updated })
    const removed = await call('delete', `apps/${app._id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await call('get', `apps/${app._id}`)).status).toBe(404)
    const { rows } = await platform.pool.query(
      'select actor, action, entity, result, source from audit where entity_id = $1 order by at, id',
      [app._id],
    )
    const record = { actor: 'alice@example.test', entity: 'app', result: 'done', source: '127.0.0.1' }
    expect(rows).toEqual(
      expect.arrayContaining(
        ['create', 'reveal', 'update', 'delete'].map((action) => ({ ...record, action })),
      ),
    )
    expect(rows).toHaveLength(4)
  })

  test('is not changed by an edit that is based on an older version', async () => {
    const app = await create('Shared')
    await call('put', `apps/${app._id}`, { ...app, description: 'theirs' })
    const late = await call('put', `apps/${app._id}`, { ...app, name: 'Mine' })
    expect([late.status, late.body.versions]).toEqual([409, { stored: 2, yours: 1 }])
  })

  test('is not deleted while a run of it is live, and is deleted with its ended runs', async () => {
    const app = await create('Busy')
    const { accountId } = platform.alice
    const run = await insertRun(platform.pool, { accountId, appId: app._id, status: 'started' })
    const refused = await call('delete', `apps/${app._id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    await platform.pool.query("update workqueues set status = 'failed' where id = $1", [run])
    expect((await call('delete', `apps/${app._id}`)).status).toBe(204)
    expect((await call('get', `workqueues/${run}`)).status).toBe(404)
  })
})

describe('lists', () => {
  beforeAll(async () => {
    for (const name of ['Delta', 'Alpha', 'Charlie', 'Bravo', 'Alpha']) {
      platform.clock.advance(1000)
      await create(name, `list ${name}`)
    }
  })
  const names = async (query: string) =>
    ((await call('get', `apps?${query}`)).body.data as { name: string }[]).map(({ name }) => name)

  test('are newest first, and no row is on two pages', async () => {
    const all = await names('pagesize=9999')
    expect(all.slice(0, 5)).toEqual(['Alpha', 'Bravo', 'Charlie', 'Alpha', 'Delta'])
    const paged = [...(await names('pagesize=2&page=1')), ...(await names('pagesize=2&page=2'))]
    expect(paged).toEqual(all.slice(0, 4))
  })

  test('have ten rows by default; a page beyond the end is empty and has the total', async () => {
    const answer = await call('get', 'apps?page=99')
    expect(answer.body).toEqual({ data: [], total: expect.any(Number) })
    expect(answer.body.total).toBeGreaterThanOrEqual(5)
  })

  test.each([
    ['sort=name', ['Alpha', 'Alpha', 'Bravo', 'Charlie', 'Delta']],
    ['sort=-name,created', ['Delta', 'Charlie', 'Bravo', 'Alpha', 'Alpha']],
    ['sort=created', ['Delta', 'Alpha', 'Charlie', 'Bravo', 'Alpha']],
  ])('%s', async (sort, expected) => {
    const listed = await names(`${sort}&pagesize=100`)
    expect(listed.filter((name) => expected.includes(name))).toEqual(expected)
  })

  test('break ties by id, in the direction of the sort', async () => {
    const ids = async (query: string) =>
      ((await call('get', `apps?name=Alpha&${query}`)).body.data as { _id: string }[]).map(({ _id }) => _id)
    const ascending = await ids('sort=name')
    expect(ascending).toEqual([...ascending].sort())
    expect(await ids('sort=-name')).toEqual([...ascending].reverse())
  })

  test('count and findOne accept the filters of the list', async () => {
    expect((await call('get', 'apps/count?name=Alpha')).body).toEqual({ count: 2 })
    expect((await call('get', 'apps/findOne?name=Charlie')).body.description).toBe('list Charlie')
    expect((await call('get', 'apps/findOne?name=Zulu')).status).toBe(404)
  })

  test('include both ends of a created range', async () => {
    const [delta] = (await call('get', 'apps?name=Delta')).body.data
    const at = encodeURIComponent(delta.created)
    const answer = await call('get', `apps?created[$gte]=${at}&created[$lte]=${at}`)
    expect(answer.body.data).toEqual([delta])
  })
})

describe('PUT ?where=', () => {
  test('returns how many matched and how many changed', async () => {
    await create('Many', 'old')
    await create('Many', 'new')
    const answer = await call('put', `apps?where=${byName('Many')}`, { description: 'new' })
    expect([answer.status, answer.body]).toEqual([200, { matched: 2, modified: 1 }])
    const again = await call('put', `apps?where=${byName('Many')}`, { description: 'new' })
    expect(again.body).toEqual({ matched: 2, modified: 0 })
  })

  test('never changes another account', async () => {
    await platform.call
      .post('/api/apps')
      .set(platform.bob.headers)
      .send({ name: 'Shared name', description: 'of bob' })
    const answer = await call('put', `apps?where=${byName('Shared name')}`, { description: 'taken' })
    expect(answer.body).toEqual({ matched: 0, modified: 0 })
  })

  test.each(['{}', '{"name":null}', 'nonsense', '[]', '{"$where":"1"}', '{"__proto__":{"name":"x"}}'])(
    'where=%s is refused',
    async (where) => {
      const answer = await call('put', `apps?where=${encodeURIComponent(where)}`, { description: 'x' })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain('Where')
    },
  )

  test('without where is not a route', async () => {
    expect((await call('put', 'apps', { description: 'x' })).status).toBe(400)
  })
})
