import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertTeam, insertWorker } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let team: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  team = await insertTeam(platform.pool, platform.alice.accountId)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (body: object) => (await call('post', 'clusters', body)).body

describe('one cluster', () => {
  test('needs no team and no tags', async () => {
    const created = await call('post', 'clusters', { name: ' West ' })
    expect([created.status, created.body]).toEqual([
      201,
      {
        _id: expect.any(String),
        name: 'West',
        teamId: null,
        tags: [],
        version: 1,
        created: '2026-03-01T12:00:00.000Z',
        createdBy: 'alice@example.test',
        updated: '2026-03-01T12:00:00.000Z',
        updatedBy: 'alice@example.test',
      },
    ])
    expect((await call('get', `clusters/${created.body._id}`)).body).toEqual(created.body)
  })

  test('stores each tag once, trimmed', async () => {
    const { tags } = await create({ name: 'Tagged', tags: ['prod', ' prod ', 'eu'] })
    expect(tags).toEqual(['prod', 'eu'])
  })

  test('is replaced as a whole, and removed from its team', async () => {
    const cluster = await create({ name: 'East', teamId: team, tags: ['eu'] })
    const changed = await call('put', `clusters/${cluster._id}`, { ...cluster, name: 'South', teamId: null })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...cluster, name: 'South', teamId: null, version: 2 },
    ])
    const again = await call('put', `clusters/${cluster._id}`, { teamId: { _id: team } })
    expect(again.body).toEqual({ ...cluster, name: 'South', version: 3 })
  })

  test('has audit records that say what was changed', async () => {
    const { _id } = await create({ name: 'Old', tags: ['eu'] })
    await call('put', `clusters/${_id}`, { name: 'New', tags: ['eu', 'prod'], teamId: team })
    const { rows } = await platform.pool.query(
      "select detail from audit where action = 'update' and entity_id = $1",
      [_id],
    )
    expect(rows).toEqual([{ detail: 'Name Old → New; Tags eu → eu, prod; Team changed' }])
  })

  test('is not changed by an edit that is based on an older version', async () => {
    const cluster = await create({ name: 'Shared' })
    await call('put', `clusters/${cluster._id}`, { ...cluster, tags: ['theirs'] })
    const late = await call('put', `clusters/${cluster._id}`, { ...cluster, name: 'Mine' })
    expect([late.status, late.body.code, late.body.versions]).toEqual([
      409,
      'CONFLICT',
      { stored: 2, yours: 1 },
    ])
    expect((await call('get', `clusters/${cluster._id}`)).body).toMatchObject({
      name: 'Shared',
      tags: ['theirs'],
    })
    expect((await call('put', `clusters/${cluster._id}`, { version: 2 })).body.code).toBe('BAD_REQUEST')
  })

  test('is deleted with its deployments, each with an audit record', async () => {
    const { _id } = await create({ name: 'Short-lived' })
    const workerId = await insertWorker(platform.pool, { accountId: platform.alice.accountId, teamId: team })
    const ids = []
    for (const alias of ['one', 'two'])
      ids.push((await call('post', 'deployments', { clusterId: _id, workerId, alias })).body._id)
    expect((await call('delete', `clusters/${_id}`)).status).toBe(204)
    for (const id of ids) expect((await call('get', `deployments/${id}`)).status).toBe(404)
    const { rows } = await platform.pool.query(
      "select entity, entity_id from audit where action = 'delete' and entity_id = any($1) order by entity, entity_id",
      [[_id, ...ids]],
    )
    expect(rows).toEqual([
      { entity: 'cluster', entity_id: _id },
      ...ids.toSorted().map((id) => ({ entity: 'deployment', entity_id: id })),
    ])
  })
})

test.each([
  [{}, 'Name '],
  [{ name: 'x', tags: ['a,b'] }, 'tags[0] must not contain a comma'],
  [{ name: 'x', tags: [''] }, 'tags[0] must not be empty'],
  [{ name: 'x', tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'Tags must have at most 50 tags'],
  [{ name: 'x', teamId: 7 }, 'Team id must be an id'],
])('POST %j is refused', async (body, message) => {
  const answer = await call('post', 'clusters', body)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
})

describe('lists', () => {
  test('filter by name, team, and any of some tags', async () => {
    const other = await insertTeam(platform.pool, platform.alice.accountId)
    for (const tags of [['a'], ['a', 'b'], ['c']]) await create({ name: 'Listed', teamId: other, tags })
    const total = async (query: string) =>
      (await call('get', `clusters/count?teamId=${other}&${query}`)).body.count
    expect(await total('name=Listed')).toBe(3)
    expect(await total('tags=a,c')).toBe(3)
    expect(await total('tags=b')).toBe(1)
    expect(await total('created[$lte]=2020-01-01T00:00:00Z')).toBe(0)
  })

  test('are changed by filter', async () => {
    await create({ name: 'Bulk', tags: ['bulk'] })
    await create({ name: 'Bulk', tags: ['bulk', 'x'] })
    const where = encodeURIComponent('{"name":"Bulk"}')
    const answer = await call('put', `clusters?where=${where}`, { teamId: team, tags: ['bulk'] })
    expect(answer.body).toEqual({ matched: 2, modified: 2 })
    const again = await call('put', `clusters?where=${where}`, { teamId: team, tags: ['bulk'] })
    expect(again.body).toEqual({ matched: 2, modified: 0 })
  })
})
