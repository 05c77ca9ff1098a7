import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/domains/account/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let planId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  planId = (await call('post', 'plans', { name: 'P', tasks: [] })).body._id
  platform.clock.advance(60_000)
  await call('put', `plans/${planId}`, { name: 'Q' })
  platform.clock.advance(60_000)
  await call('delete', `plans/${planId}`)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const list = async (query: string): Promise<AuditEntry[]> => (await call('get', `audit?${query}`)).body.data
const actions = async (query: string) => (await list(query)).map(({ action }) => action)

test('lists who did what to what, when and from where, newest first', async () => {
  const entries = await list(`entityId=${planId}`)
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect(entries[2]).toEqual({
    _id: expect.any(String),
    at: '2026-03-01T12:00:00.000Z',
    actor: platform.alice.email,
    action: 'create',
    entity: 'plan',
    entityId: planId,
    detail: null,
    source: '127.0.0.1',
    result: 'done',
  })
})

test('filters, sorts and pages', async () => {
  const of = `entityId=${planId}`
  expect(await actions(`${of}&action=create,delete`)).toEqual(['delete', 'create'])
  expect(await actions(`${of}&entity=app`)).toEqual([])
  expect(await actions(`${of}&actor=somebody@else.test`)).toEqual([])
  expect(await actions(`${of}&result=refused`)).toEqual([])
  expect(await actions(`${of}&created[$gte]=2026-03-01T12:01:00Z&sort=at`)).toEqual(['update', 'delete'])
  expect(await actions(`${of}&created[$lte]=2026-03-01T12:01:00Z&pagesize=1&page=2`)).toEqual(['create'])
  expect((await call('get', `audit?${of}&pagesize=1`)).body.total).toBe(3)
  expect((await call('get', 'audit?$where=1')).status).toBe(400)
})

test('contains only the own account, and every member can read it', async () => {
  const bobs = await platform.call.get('/api/audit').set(platform.bob.headers)
  expect(bobs.body).toEqual({ data: [], total: 0 })
  await platform.pool.query(`insert into memberships (account_id, user_id, role) values ($1, $2, 'member')`, [
    platform.alice.accountId,
    platform.bob.userId,
  ])
  const headers = { ...platform.bob.headers, 'account-id': platform.alice.accountId }
  expect((await platform.call.get(`/api/audit?entityId=${planId}`).set(headers)).body.total).toBe(3)
})

test('contains refused actions', async () => {
  const { body: app } = await call('post', 'apps', { name: 'A', description: 'B' })
  const run = { accountId: platform.alice.accountId, appId: app._id, status: 'started' as const }
  const workqueueId = await insertRun(platform.pool, run)
  expect((await call('delete', `workqueues/${workqueueId}`)).status).toBe(409)
  await expect
    .poll(() => list(`entityId=${workqueueId}`))
    .toMatchObject([
      { actor: platform.alice.email, action: 'delete', entity: 'workqueue', result: 'refused' },
    ])
})

test('names the filters and the number of rows of a change of many', async () => {
  await call('post', 'plans', { name: 'Many', tasks: [] })
  const where = encodeURIComponent(JSON.stringify({ name: 'Many' }))
  expect((await call('put', `plans?where=${where}`, { description: 'd' })).status).toBe(200)
  expect(await list('action=update-many')).toMatchObject([
    { entity: 'plan', entityId: null, detail: '1 of 1: {"name":"Many"}' },
  ])
})

test('names the program whose token is refused', async () => {
  const { body: app } = await call('post', 'apps', { name: 'A', description: 'B' })
  const { key, secret } = (await call('post', `apps/${app._id}/token`, {})).body
  const refused = await platform.call
    .delete(`/api/apps/${app._id}`)
    .set({ authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` })
  expect(refused.status).toBe(403)
  await expect
    .poll(() => list(`entityId=${app._id}&result=refused`))
    .toMatchObject([{ actor: `app:${key}`, action: 'delete', entity: 'app' }])
})
