import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const hidden =
  'Only collaborators of the app and owners of the account see and change its tokens and variables'

let platform: TestPlatform
let ben: Member
let carl: Member
let app: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  ben = await newUser(platform, 'ben', { of: platform.alice, role: 'member' })
  carl = await newUser(platform, 'carl', { of: platform.alice, role: 'member' })
  app = (await call('post', 'apps', { name: 'Orders', description: 'd' })).body._id
  await call('post', `apps/${app}/variables`, { name: 'PASSWORD', value: 'open sesame' }).expect(201)
})
afterAll(() => platform.close())

const call = (...[method, path, body, who]: Parameters<TestPlatform['send']>) =>
  platform.send(method, path, body, who)
const secrets = async (who: Member) => {
  const { tokens, variables } = (await call('get', `apps/${app}`, undefined, who).expect(200)).body
  return { tokens, variables }
}
const add = (who: Member, email: string) => call('post', `apps/${app}/collaborators`, { email }, who)

test('a collaborator sees and changes the secrets of the app, until the removal', async () => {
  expect(await secrets(ben)).toEqual({})
  const { collaborators } = (await add(platform.alice, ben.email).expect(201)).body
  const { tokens, variables } = await secrets(ben)
  expect(variables).toMatchObject([{ name: 'PASSWORD', value: 'open sesame' }])
  expect(tokens).toHaveLength(1)
  const { _id: token } = (await call('post', `apps/${app}/token`, undefined, ben).expect(201)).body
  await call('delete', `apps/${app}/token/${token}`, undefined, ben).expect(204)

  const listed = collaborators.find(({ userId }: { userId: { _id: string } }) => userId._id === ben.userId)
  await call('delete', `apps/${app}/collaborators/${listed._id}`).expect(204)
  expect(await secrets(ben)).toEqual({})
  for (const [method, path, body] of [
    ['post', 'token', {}],
    ['delete', `token/${tokens[0]._id}`, undefined],
    ['post', 'variables', { name: 'MINE', value: 'x' }],
    ['post', 'variables', {}],
    ['delete', `variables/${variables[0]._id}`, undefined],
  ] as const) {
    const answer = await call(method, `apps/${app}/${path}`, body, ben)
    expect([path, answer.status, answer.body.code, answer.body.message]).toEqual([
      path,
      403,
      'NOT_ALLOWED',
      hidden,
    ])
  }
  expect(await secrets(platform.alice)).toEqual({ tokens, variables })
})

test('what a member created is the own: its creator is a collaborator', async () => {
  const own = (await call('post', 'apps', { name: 'Bens', description: 'd' }, ben)).body._id
  expect((await call('get', `apps/${own}`, undefined, ben)).body.tokens).toHaveLength(1)
  expect((await call('get', `apps/${own}`, undefined, platform.alice)).body.tokens).toHaveLength(1)
})

test('members add other members of the account, never themselves or people from outside', async () => {
  const self = await add(ben, ben.email)
  expect([self.status, self.body.code, self.body.message]).toEqual([
    403,
    'NOT_ALLOWED',
    'Only an owner, or another member, can add you',
  ])
  for (const email of [platform.bob.email, 'nobody@example.test']) {
    const answer = await add(ben, email)
    expect([answer.status, answer.body.message]).toEqual([404, 'User not found'])
    const invited = await call('post', `apps/${app}/collaborators/invite`, { email }, ben)
    expect([invited.status, invited.body.message]).toEqual([
      403,
      'Only an owner can invite people into the account',
    ])
  }
  expect(platform.mails).toEqual([])
  const { rows } = await platform.pool.query(
    'select user_id from memberships where account_id = $1 order by created',
    [platform.alice.accountId],
  )
  expect(rows.map((row) => row.user_id).sort()).toEqual(
    [platform.alice.userId, ben.userId, carl.userId].sort(),
  )
  await add(ben, carl.email).expect(201)
  const team = (await call('post', 'teams', { name: 'Ops' }, ben)).body._id
  await call('post', `teams/${team}/members`, { email: carl.email }, ben).expect(201)
  expect((await call('post', `teams/${team}/members`, { email: platform.bob.email }, ben)).status).toBe(404)
})

test('an owner adds a user of another account, who becomes a member', async () => {
  await add(platform.alice, platform.bob.email).expect(201)
  const at = `accounts/${platform.alice.accountId}/memberships/${platform.bob.userId}`
  expect((await call('get', at)).body.role).toBe('member')
})
