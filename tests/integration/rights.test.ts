import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '../support/gateway.ts'
import { switched, type Operator } from './operator.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/** A member without the rights of an owner, and a member who is removed, from the browser's cookie to the database. */

let path: WholePath
let owner: Operator
let max: Operator
let maxOfOwners: Operator
beforeAll(async () => {
  path = await startWholePath()
  owner = await path.signUp('owner')
  max = await path.signUp('max')
  await path.pool.query("insert into memberships (account_id, user_id, role) values ($1, $2, 'member')", [
    owner.member.accountId,
    max.member.userId,
  ])
  const { http, url } = path
  maxOfOwners = await switched({ http, url, member: max.member, cookie: max.cookie }, owner.member.accountId)
}, 120_000)
afterAll(() => path.close())

const session = (cookie: string) => path.http.get('/session').set({ cookie })

test('a refused right says what is missing and ends no session', async () => {
  const { accountId } = owner.member
  const { userId } = owner.member
  const sentence = 'Only an owner can remove a member from the account'
  const { body } = await maxOfOwners.graphql('DeleteMembership', { userId })
  expect(body['errors']).toMatchObject([{ message: sentence, extensions: { code: 'NOT_ALLOWED' } }])
  const url = `/api/accounts/${accountId}/memberships/${userId}`
  expect(await maxOfOwners.send('DELETE /api', { url })).toMatchObject({
    status: 403,
    body: { statusCode: 403, code: 'NOT_ALLOWED', message: sentence },
  })
  const { account, authenticated } = (await session(maxOfOwners.cookie).expect(200)).body
  expect([authenticated, account._id]).toEqual([true, accountId])
  expect((await maxOfOwners.send('GET /api', { url: '/api/apps' })).status).toBe(200)
})

test('the console knows what the platform can do', async () => {
  const { body } = await maxOfOwners.graphql('Capabilities')
  expect(body['data']).toMatchObject({
    capabilities: { features: expect.arrayContaining(['audit', 'invitations']) as unknown },
  })
  expect(await maxOfOwners.send('GET /api', { url: '/api/capabilities' })).toMatchObject({ status: 200 })
})

test('a member who is removed continues in the next account', async () => {
  expect(
    (await owner.graphql('DeleteMembership', { userId: max.member.userId })).body['errors'],
  ).toBeUndefined()
  const lost = await maxOfOwners.graphql('AppList')
  expect(lost.body['errors']).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  const found = await session(maxOfOwners.cookie).expect(200)
  expect(found.body).toMatchObject({
    account: { _id: max.member.accountId },
    left: { _id: owner.member.accountId, name: owner.member.accountName },
  })
  const apps = await path.http.get('/api/apps').set({ cookie: cookieOf(found) ?? '' })
  expect(apps.status).toBe(200)
})
