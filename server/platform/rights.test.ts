import { afterAll, beforeAll, expect, test } from 'vitest'
import { matrix } from '#tests/support/account-matrix.ts'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

/** Refused rights: judged before the body, with a sentence that says what is missing. */

let platform: TestPlatform
let max: Member
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine, { gitops: unpublished })
  max = await newUser(platform, 'max', { of: platform.alice, role: 'member' })
})
afterAll(() => platform.close())

const ofOwners = () => platform.app.platformRoutes.filter(({ ownersOnly }) => ownersOnly !== undefined)
const pathOf = (url: string) => url.replace(':accountId', max.accountId).replace(/:\w+/g, 'absent')
const bodies = ['{}', '{"__proto__":1}', '{"unknown":true}', 'not JSON', `"${'x'.repeat(3_000_000)}"`]

test('a member is refused what only owners may do, whatever the body', async () => {
  expect(ofOwners().length).toBeGreaterThanOrEqual(4)
  for (const { method, url, ownersOnly } of ofOwners()) {
    expect(ownersOnly).toMatch(/^Only an owner can /)
    for (const payload of method === 'POST' || method === 'PUT' ? bodies : [undefined]) {
      const headers = { ...max.headers, ...(payload ? { 'content-type': 'application/json' } : {}) }
      const answer = await platform.app.inject({
        method: method as 'PUT',
        url: pathOf(url),
        headers,
        ...(payload ? { payload } : {}),
      })
      expect([url, answer.json()]).toEqual([
        url,
        { statusCode: 403, code: 'NOT_ALLOWED', message: ownersOnly, requestId: expect.any(String) },
      ])
    }
  }
})

test('an owner gets past that', async () => {
  for (const { method, url } of ofOwners()) {
    const { headers } = platform.alice
    const answer = await platform.app.inject({ method: method as 'PUT', url: pathOf(url), headers })
    expect([url, [400, 404, 415].includes(answer.statusCode)]).toEqual([url, true])
  }
})

test('an invitation by name of an account is refused before its fields are read', async () => {
  const body = { accountName: max.accountName, email: 7, unknown: true }
  const answer = await platform.send('post', 'user/invite', body, max)
  expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED'])
  expect(answer.body.message).toMatch(/^Only an owner can /)
})

test('no route answers a 403 of another code', async () => {
  const app = (await platform.send('post', 'apps', { name: 'A', description: 'a' })).body._id
  const { key, secret } = (await platform.send('post', `apps/${app}/token`, {})).body
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  let refused = 0
  for (const { method, url, access } of platform.app.platformRoutes) {
    if (access === 'signed' || access === 'worker' || access === 'public') continue
    for (const headers of [max.headers, { authorization }]) {
      const own = matrix[`${method} ${url}`]?.own
      const answer = await platform.app.inject({
        method: method as 'GET',
        url: own?.startsWith('/') ? own : pathOf(url),
        headers,
      })
      if (answer.statusCode !== 403) continue
      refused++
      expect([method, url, answer.json().code]).toEqual([method, url, 'NOT_ALLOWED'])
      expect(answer.json().message).toMatch(/^Only an? (owner|signed-in user) can /)
    }
  }
  expect(refused).toBeGreaterThan(30)
})
