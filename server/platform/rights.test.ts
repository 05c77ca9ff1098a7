import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleMessages } from '#shared/lib/people-messages.ts'
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

describe('a right that depends on the entity or on what the body names', () => {
  const named = () => ({ accountName: max.accountName, email: 7, unknown: true })
  const send = (method: string, path: string, payload: string, { headers }: Member) =>
    platform.app.inject({
      method: method as 'PUT',
      url: `/api/${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    })

  test('is judged before the body: secrets of an app, a view of another user', async () => {
    const app = (await platform.send('post', 'apps', { name: 'S', description: 's' })).body._id
    const view = { name: 'Shared', screen: 'workqueues', query: '', shared: true }
    const viewId = (await platform.send('post', 'views', view)).body._id
    for (const [method, path] of [
      ['POST', `apps/${app}/token`],
      ['POST', `apps/${app}/variables`],
      ['PUT', `views/${viewId}`],
    ] as const)
      for (const payload of bodies) {
        const answer = await send(method, path, payload, max)
        expect([path, payload.slice(0, 20), answer.statusCode, answer.json().code]).toEqual([
          path,
          payload.slice(0, 20),
          403,
          'NOT_ALLOWED',
        ])
      }
  })

  test('is judged before the body: an invitation of members, viewers, and viewers of one app', async () => {
    const app = (await platform.send('post', 'apps', { name: 'V', description: 'v' })).body._id
    const viewer = await newUser(platform, 'vera', { of: platform.alice, role: 'viewer' })
    const ofOneApp = await newUser(platform, 'vic', { of: platform.alice, role: 'viewer' })
    const role = { role: 'viewer', apps: [app], payloads: 'hidden' }
    await platform.send('put', `accounts/${max.accountId}/memberships/${ofOneApp.userId}`, role)
    for (const who of [max, viewer, ofOneApp])
      for (const payload of [...bodies, '{"bad":1}', '{"accountName":7}', JSON.stringify(named())]) {
        const answer = await send('POST', 'user/invite', payload, who)
        expect([who.email, payload.slice(0, 20), answer.statusCode, answer.json().message]).toEqual([
          who.email,
          payload.slice(0, 20),
          403,
          peopleMessages.inviteOwners,
        ])
      }
    const { rows } = await platform.pool.query(
      `select distinct actor from audit
       where account_id = $1 and action = 'invite' and result = 'refused' order by actor`,
      [max.accountId],
    )
    expect(rows.map(({ actor }) => actor)).toEqual([max.email, viewer.email, ofOneApp.email].sort())
    // Who owns an account is judged by the one that the body names.
    const owner = await platform.send('post', 'user/invite', named(), platform.bob)
    expect(owner.status).toBe(404)
    expect((await platform.send('post', 'user/invite', { bad: 1 }, platform.bob)).status).toBe(400)
  })
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
