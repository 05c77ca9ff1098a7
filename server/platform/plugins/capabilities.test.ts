import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#shared/lib/features.ts'
import { VERSION } from '#server/lib/version.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'
import { createWorkerAlias, workerToken } from '#tests/support/worker.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine)
})
afterAll(() => platform.close())

const get = (authorization?: string) => {
  const call = platform.call.get('/api/capabilities')
  return authorization === undefined ? call : call.set({ authorization })
}

test('every user, program and worker gets the version and the features of the registered routes', async () => {
  const { alice } = platform
  const app = (await platform.send('post', 'apps', { name: 'A', description: 'a' })).body._id
  const { key, secret } = (await platform.send('post', `apps/${app}/token`, {})).body
  const worker = await createWorkerAlias(platform, alice.accountId, 'task.test.features')
  const token = await workerToken(worker, platform.clock.now(), { lease: 'none' })
  const callers = [
    alice.headers.authorization,
    `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    `Bearer ${token}`,
    `Bearer ${token}`,
  ]
  for (const caller of callers) {
    const { status, body } = await get(caller)
    expect([caller, status, Object.keys(body)]).toEqual([caller, 200, ['version', 'features']])
    expect(body.version).toBe(VERSION)
    expect([...features]).toEqual(expect.arrayContaining(body.features))
    expect(body.features).toContain('audit')
  }
})

test('other callers are refused', async () => {
  const worker = await createWorkerAlias(platform, platform.alice.accountId, 'task.test.strangers')
  const expired = await workerToken(worker, platform.clock.now(), { lease: 'none', expiresIn: -1 })
  const deleted = await workerToken(worker, platform.clock.now(), { lease: 'none' })
  expect((await get(`Bearer ${deleted}`)).status).toBe(200)
  await platform.pool.query('delete from alias_keys where id = $1', [worker.keyId])
  for (const caller of [undefined, 'Bearer x', 'Basic eDp5', `Bearer ${expired}`, `Bearer ${deleted}`])
    expect([caller, (await get(caller)).status]).toEqual([caller, 401])
})
