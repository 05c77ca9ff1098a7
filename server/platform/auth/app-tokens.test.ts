import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'
import { createDatabase } from '../db/database.ts'
import { createAppSignIn } from './app-tokens.ts'
import type { Seal } from './seal.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

test('an unknown key takes as long as a wrong secret', async () => {
  let opened = 0
  const counting: Seal = {
    ...platform.seal,
    tryOpen: (...sealed) => (opened++, platform.seal.tryOpen(...sealed)),
  }
  const signIn = createAppSignIn(createDatabase(platform.pool), counting)
  const { headers } = platform.alice
  const made = await platform.call.post('/api/apps').set(headers).send({ name: 'a', description: 'd' })
  const { body } = await platform.call.get(`/api/apps/${made.body._id}`).set(headers)
  const attempt = async (key: string, secret: string) => {
    opened = 0
    const app = await signIn(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`, Date.now())
    return { appId: app?.appId, opened }
  }
  const [{ key, secret }] = body.tokens
  expect(await attempt(key, secret)).toEqual({ appId: body._id, opened: 1 })
  expect(await attempt(key, `${secret}x`)).toEqual({ appId: undefined, opened: 1 })
  expect(await attempt('wfk_unknown', secret)).toEqual({ appId: undefined, opened: 1 })
})

test('a secret that cannot be read does not sign in; the other tokens of the app do', async () => {
  const { headers } = platform.alice
  const app = (await platform.call.post('/api/apps').set(headers).send({ name: 'b', description: 'd' })).body
  const token = (await platform.call.post(`/api/apps/${app._id}/token`).set(headers)).body
  await platform.pool.query("update app_tokens set secret = '\\x01' where app_id = $1 and key <> $2", [
    app._id,
    token.key,
  ])
  const { rows } = await platform.pool.query('select key from app_tokens where app_id = $1', [app._id])
  const signIn = createAppSignIn(createDatabase(platform.pool), platform.seal)
  const using = (key: string, secret: string) =>
    signIn(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`, Date.now())
  for (const { key } of rows) expect(await using(key, '')).toBeNull()
  expect((await using(token.key, token.secret))?.appId).toBe(app._id)
})
