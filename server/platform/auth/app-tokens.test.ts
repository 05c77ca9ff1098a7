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
  const counting: Seal = { ...platform.seal, open: (...sealed) => (opened++, platform.seal.open(...sealed)) }
  const signIn = createAppSignIn(createDatabase(platform.pool), counting)
  const { headers } = platform.alice
  const made = await platform.call.post('/api/apps').set(headers).send({ name: 'a', description: 'd' })
  const { body } = await platform.call.get(`/api/apps/${made.body._id}`).set(headers)
  const attempt = async (key: string, secret: string) => {
    opened = 0
    const app = await signIn(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`)
    return { appId: app?.appId, opened }
  }
  const [{ key, secret }] = body.tokens
  expect(await attempt(key, secret)).toEqual({ appId: body._id, opened: 1 })
  expect(await attempt(key, `${secret}x`)).toEqual({ appId: undefined, opened: 1 })
  expect(await attempt('wfk_unknown', secret)).toEqual({ appId: undefined, opened: 1 })
})
