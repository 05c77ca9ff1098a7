import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine)
})
afterAll(() => platform.close())

const path = '/api/users/me/settings'
const nothing = { theme: null, timeZone: null, density: null, startPage: null, attentionSeenAt: null }
const bearerOf = ({ headers }: TestPlatform['alice']) => ({ authorization: headers.authorization })

test('a user keeps settings of their own, one by one, in every account', async () => {
  const { alice, bob } = platform
  const save = (body: object) => platform.call.put(path).set(bearerOf(alice)).send(body)
  expect((await platform.call.get(path).set(bearerOf(alice))).body).toEqual(nothing)
  const chosen = { theme: 'dark', timeZone: 'Europe/London', startPage: '/dashboard/attention?show=mine' }
  expect((await save(chosen)).body).toEqual({ ...nothing, ...chosen })
  const seen = { attentionSeenAt: '2026-11-22T15:01:00.000+01:00' }
  const both = { ...nothing, ...chosen, attentionSeenAt: '2026-11-22T14:01:00.000Z' }
  expect((await save(seen)).body).toEqual(both)
  expect((await save({ theme: null, density: 'compact' })).body).toEqual({
    ...both,
    theme: null,
    density: 'compact',
  })
  const withAccount = await platform.call.get(path).set(alice.headers)
  expect(withAccount.body.density).toBe('compact')
  expect((await platform.call.get(path).set(bearerOf(bob))).body).toEqual(nothing)
})

test('only a user has settings; a value of a newer version counts as none', async () => {
  expect((await platform.call.get(path)).status).toBe(401)
  const app = (await platform.send('post', 'apps', { name: 'A', description: 'a' })).body._id
  const { key, secret } = (await platform.send('post', `apps/${app}/token`, {})).body
  const program = { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` }
  expect((await platform.call.get(path).set(program)).status).toBeGreaterThanOrEqual(401)
  const { alice } = platform
  await platform.pool.query(`update user_settings set theme = 'sepia' where user_id = $1`, [alice.userId])
  expect((await platform.call.get(path).set(bearerOf(alice))).body.theme).toBeNull()
  await platform.pool.query('delete from users where id = $1', [platform.bob.userId])
  const { rows } = await platform.pool.query('select user_id from user_settings')
  expect(rows).toEqual([{ user_id: alice.userId }])
})

test.each<[object, RegExp]>([
  [{}, /The body must set theme/],
  [{ theme: 'blue' }, /Theme /],
  [{ timeZone: 'Mars/Olympus' }, /Time zone must be a time zone/],
  [{ density: 7 }, /Density /],
  [{ startPage: 'https://elsewhere.test/' }, /Start page must be a path/],
  [{ startPage: '//elsewhere.test/' }, /Start page must be a path/],
  [{ startPage: '/\\elsewhere.test' }, /Start page must be a path/],
  [{ attentionSeenAt: 'yesterday' }, /Attention seen at /],
  [{ colour: 'red' }, /Colour is not known here/],
])('%j is refused with its field', async (body, message) => {
  const answer = await platform.call.put(path).set(platform.alice.headers).send(body)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
})
