import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser, tokenIn } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const password = 'a new password'

let platform: TestPlatform
let alice: Member
let ben: Member
let app: string
let team: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  alice = platform.alice
  ben = await newUser(platform, 'ben', { of: alice, role: 'member' })
  app = (await call(alice, 'post', 'apps', { name: 'Orders', description: 'd' })).body._id
  team = (await call(alice, 'post', 'teams', { name: 'Ops' })).body._id
})
afterAll(() => platform.close())
beforeEach(async () => {
  platform.mails.splice(0)
  await platform.pool.query('delete from mail_links')
  await platform.pool.query('delete from invitation_mails')
})

const call = (
  who: { headers: Record<string, string> },
  ...[method, path, body]: Parameters<TestPlatform['send']>
) => platform.send(method, path, body, who)
const invite = (email: string, who = alice, role = 'member') =>
  call(who, 'post', 'user/invite', { email, role, accountName: alice.accountName })
const accept = (body: object) => platform.call.post('/api/users/acceptInvitation').send(body)
const mailed = () => tokenIn(platform.mails.at(-1))
const pending = async (query = '', who = alice) =>
  (await call(who, 'get', `invitations${query}`).expect(200)).body
const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]

describe('pending invitations', () => {
  test('are listed for every member, newest first, with pages and filters', async () => {
    const paths = [`apps/${app}/collaborators/invite`, `teams/${team}/members/invite`]
    await invite('first@example.test', alice, 'owner')
    for (const [index, path] of paths.entries()) {
      platform.clock.advance(1000)
      await call(alice, 'post', path, { email: `in${index}@example.test` }).expect(200)
    }
    const { data, total } = await pending('', ben)
    expect(total).toBe(3)
    const at = platform.clock.now()
    expect(data[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: 'in1@example.test',
      role: 'member',
      into: { kind: 'team', _id: team, name: 'Ops' },
      by: alice.email,
      at: new Date(at).toISOString(),
      expires: new Date(at + 7 * DAY).toISOString(),
    })
    expect(data.map(({ into }: { into: object }) => into).slice(1)).toEqual([
      { kind: 'app', _id: app, name: 'Orders' },
      { kind: 'account', _id: alice.accountId, name: 'alices' },
    ])
    expect(data[2].role).toBe('owner')
    const emails = async (query: string) =>
      (await pending(query)).data.map(({ email }: { email: string }) => email)
    expect(await emails(`?appId=${app}`)).toEqual(['in0@example.test'])
    expect(await emails(`?teamId=${team}`)).toEqual(['in1@example.test'])
    expect(await emails('?page=2&pagesize=2&sort=email')).toEqual(['in1@example.test'])
    expect((await call(alice, 'get', 'invitations?sort=hash')).status).toBe(400)
  })

  test('are pending no more once they are accepted, withdrawn or too old', async () => {
    await invite('one@example.test')
    await accept({ token: mailed(), password }).expect(200)
    await invite('two@example.test')
    const withdrawn = mailed()
    const [{ _id }] = (await pending()).data
    expect((await call(alice, 'delete', `invitations/${_id}`)).status).toBe(204)
    expect(refusal(await call(alice, 'delete', `invitations/${_id}`))).toEqual([
      404,
      'NOT_FOUND',
      'Invitation not found',
    ])
    expect((await accept({ token: withdrawn, password })).status).toBe(401)
    await invite('three@example.test')
    expect((await pending()).total).toBe(1)
    await pass(7 * DAY)
    expect((await pending()).total).toBe(0)
  })

  test('end when the person joins another way', async () => {
    const outsider = platform.bob.email
    await call(alice, 'post', `apps/${app}/collaborators/invite`, { email: outsider }).expect(200)
    await invite(outsider)
    expect((await pending()).total).toBe(2)
    await call(alice, 'post', `apps/${app}/collaborators`, { email: outsider }).expect(201)
    expect((await pending()).total).toBe(0)
    await call(alice, 'delete', `accounts/${alice.accountId}/memberships/${platform.bob.userId}`).expect(204)
  })

  test('are resent with a link that replaces the older one and lives seven days more', async () => {
    await call(alice, 'post', `apps/${app}/collaborators/invite`, {
      email: 'late@example.test',
      redirectUrl: `https://console.example.test/apps/${app}/settings`,
    }).expect(200)
    const [older, before] = [mailed(), (await pending()).data[0]]
    await pass(DAY)
    const again = await call(alice, 'post', `invitations/${before._id}/resend`)
    expect(again.status).toBe(200)
    const now = platform.clock.now()
    expect(again.body).toEqual({
      ...before,
      at: new Date(now).toISOString(),
      expires: new Date(now + 7 * DAY).toISOString(),
    })
    expect(platform.mails).toHaveLength(2)
    expect(platform.mails[1]?.subject).toBe(platform.mails[0]?.subject)
    expect(platform.mails[1]?.text).toContain(`&redirectTo=${encodeURIComponent(`/apps/${app}/settings`)}`)
    expect((await accept({ token: older, password })).status).toBe(401)
    await accept({ token: mailed(), password }).expect(200)
  })

  test('keep their link when the mail cannot be sent again', async () => {
    await invite('kept@example.test')
    const [token, [before]] = [mailed(), (await pending()).data]
    const { send } = platform.mailer
    platform.mailer.send = () => Promise.reject(new Error('down'))
    expect((await call(alice, 'post', `invitations/${before._id}/resend`)).status).toBe(500)
    platform.mailer.send = send
    expect((await pending()).data).toEqual([before])
    await accept({ token, password }).expect(200)
  })

  test.each(['resend', 'link'])('keep their link when the database fails during a %s', async (change) => {
    await call(alice, 'post', `apps/${app}/collaborators/invite`, { email: `${change}@example.test` }).expect(
      200,
    )
    const [token, [before]] = [mailed(), (await pending()).data]
    await platform.pool.query('alter table apps rename to apps_away')
    const { status } = await call(alice, 'post', `invitations/${before._id}/${change}`)
    await platform.pool.query('alter table apps_away rename to apps')
    expect([status, platform.mails.length]).toEqual([500, 1])
    expect((await pending()).data).toEqual([before])
    await accept({ token, password }).expect(200)
  })

  test('have a link to hand over, which replaces the mailed one', async () => {
    await invite('copy@example.test')
    const [token, [{ _id }]] = [mailed(), (await pending()).data]
    const { body } = await call(alice, 'post', `invitations/${_id}/link`).expect(200)
    expect(body).toEqual({
      link: expect.stringMatching(/^https:\/\/console\.example\.test\/login\?invitation=wfl_[\w-]{43}$/),
      expires: expect.any(String),
    })
    expect(platform.mails).toHaveLength(1)
    expect((await accept({ token, password })).status).toBe(401)
    await accept({ token: body.link.split('=')[1], password }).expect(200)
  })

  test('are sent and changed by owners only, whatever the body', async () => {
    await invite('private@example.test')
    const [{ _id }] = (await pending()).data
    const inviting = [403, 'NOT_ALLOWED', 'Only an owner can invite people into the account']
    const { accountId, accountName } = alice
    const invitation = { email: 'x@example.test' }
    for (const [path, body] of [
      ['user/invite', { email: 'x@example.test', accountName }],
      ['user/invite', { accountName, role: 'king' }],
      ['invitation/toAccount', { accountId, invitation }],
      ['invitation/toAccount', {}],
      [`apps/${app}/collaborators/invite`, invitation],
      [`apps/${app}/collaborators/invite`, {}],
      [`teams/${team}/members/invite`, invitation],
    ] as const)
      expect([path, ...refusal(await call(ben, 'post', path, body))]).toEqual([path, ...inviting])
    const managing = [403, 'NOT_ALLOWED', 'Only an owner can resend or withdraw an invitation']
    for (const [method, path] of [
      ['post', `invitations/${_id}/resend`],
      ['post', `invitations/${_id}/link`],
      ['delete', `invitations/${_id}`],
    ] as const)
      expect(refusal(await call(ben, method, path))).toEqual(managing)
    expect(platform.mails).toHaveLength(1)
    expect((await pending()).total).toBe(1)
  })

  test('end with the address: when a user has another one, the old mail is worth nothing', async () => {
    const { bob } = platform
    await invite(bob.email)
    const token = mailed()
    await platform.pool.query("update users set email = 'robert@example.test' where id = $1", [bob.userId])
    expect((await accept({ token, password })).status).toBe(401)
    expect((await pending()).total).toBe(0)
    await platform.pool.query('update users set email = $2 where id = $1', [bob.userId, bob.email])
  })

  test('of an owner end when the owner becomes a member', async () => {
    const max = await newUser(platform, 'max', { of: alice, role: 'owner' })
    await invite('friend@example.test', max)
    const at = `accounts/${alice.accountId}/memberships/${max.userId}`
    await call(alice, 'put', at, { role: 'member' }).expect(200)
    expect((await accept({ token: mailed(), password })).status).toBe(401)
    await call(alice, 'delete', at).expect(204)
  })
})

describe('a user who accepted by a link that an owner had read', () => {
  const copied = async (email: string) => {
    await invite(email)
    const [{ _id }] = (await pending()).data
    const { body } = await call(alice, 'post', `invitations/${_id}/link`).expect(200)
    const answer = await accept({ token: body.link.split('=')[1], password }).expect(200)
    return { headers: { authorization: `Bearer ${answer.body.token}`, 'account-id': alice.accountId } }
  }
  const intoBobs = (email: string) =>
    call(platform.bob, 'post', 'user/invite', { email, accountName: platform.bob.accountName }).expect(200)

  test('is unknown to other accounts, and new to a mail: its reader chooses the password', async () => {
    const email = 'claimed@example.test'
    const claimer = await copied(email)
    await call(claimer, 'get', 'apps').expect(200)
    const bobsTeam = (await call(platform.bob, 'post', 'teams', { name: 'Bobs' })).body._id
    expect((await call(platform.bob, 'post', `teams/${bobsTeam}/members`, { email })).status).toBe(404)
    await intoBobs(email)
    const token = mailed()
    expect((await accept({ token })).status).toBe(400)
    const answer = await accept({ token, password: 'the own password' }).expect(200)
    expect(answer.body.account.name).toBe(platform.bob.accountName)
    expect((await call(claimer, 'get', 'apps')).status).toBe(401)
    const login = (body: object) => platform.call.post('/api/users/login').send({ email, ...body })
    expect((await login({ password })).status).toBe(401)
    expect((await login({ password: 'the own password' })).status).toBe(200)
    await intoBobs('again@example.test')
  })

  test('stays signed out by a second copied link, and is confirmed by a mailed password reset', async () => {
    const email = 'reset@example.test'
    await copied(email)
    await invite(email, alice, 'owner')
    const [{ _id }] = (await pending()).data
    const { body } = await call(alice, 'post', `invitations/${_id}/link`).expect(200)
    const second = await accept({ token: body.link.split('=')[1], password: 'another password' })
    expect(second.body).toEqual({ authenticated: false })
    await platform.call.post('/api/users/resetPassword').send({ email }).expect(204)
    await expect.poll(() => platform.mails.at(-1)?.subject).toBe('Reset your password')
    await platform.call.post('/api/users/password').send({ token: mailed(), password }).expect(204)
    await intoBobs(email)
    expect((await accept({ token: mailed() })).body).toEqual({ authenticated: false })
  })
})

/** Advances the clock, and keeps every sign-in valid. */
async function pass(ms: number): Promise<void> {
  platform.clock.advance(ms)
  await platform.pool.query('update tokens set expires = $1', [new Date(platform.clock.now() + HOUR)])
}
