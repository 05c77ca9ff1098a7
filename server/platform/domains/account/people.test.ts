import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { openSeal } from '#server/platform/auth/open-seal.ts'
import { newUser, tokenIn } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const DAY = 24 * 3_600_000
const origin = 'https://console.example.test'
const password = 'a new password'

let platform: TestPlatform
let alice: Member
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  alice = platform.alice
})
afterAll(() => platform.close())
beforeEach(() => void platform.mails.splice(0))

const call = (
  who: { headers: Record<string, string> },
  ...[method, path, body]: Parameters<TestPlatform['send']>
) => platform.send(method, path, body, who)
const memberships = (userId = '') => `accounts/${alice.accountId}/memberships${userId && `/${userId}`}`
const inviteOwner = (email: string, redirectUrl?: string, who = alice) =>
  call(who, 'post', 'invitation/toAccount', {
    accountId: alice.accountId,
    invitation: { email, ...(redirectUrl === undefined ? {} : { redirectUrl }) },
  })
const accept = (body: object) => platform.call.post('/api/users/acceptInvitation').send(body)
const invited = async (email: string) => {
  const answer = await inviteOwner(email)
  expect(answer.status).toBe(200)
  return tokenIn(platform.mails.at(-1))
}
const audit = async (action: string) => {
  const { rows } = await platform.pool.query(
    'select actor, entity, entity_id, result from audit where action = $1 and account_id = $2 order by at, id',
    [action, alice.accountId],
  )
  return rows
}

describe('memberships', () => {
  test('are listed in order of joining, with pages', async () => {
    const ben = await newUser(platform, 'ben', { of: alice, role: 'member' })
    const all = await call(alice, 'get', memberships())
    expect(all.status).toBe(200)
    expect(all.body.total).toBe(2)
    expect(all.body.docs.at(-1)).toEqual({
      _id: ben.userId,
      userId: ben.userId,
      user: { _id: ben.userId, email: ben.email },
      role: 'member',
      created: expect.any(String),
    })
    const second = await call(ben, 'get', `${memberships()}?page=2&pagesize=1`)
    expect(second.body).toEqual({ docs: [all.body.docs[1]], total: 2 })
    expect((await call(ben, 'get', memberships(ben.userId))).body).toEqual(all.body.docs[1])
    await call(alice, 'delete', memberships(ben.userId))
  })

  test('only owners change them', async () => {
    const ben = await newUser(platform, 'ben', { of: alice, role: 'member' })
    const refused = [
      await call(ben, 'put', memberships(ben.userId), { role: 'owner' }),
      await call(ben, 'delete', memberships(alice.userId)),
      await call(ben, 'put', 'accountSettings/save', { accountId: alice.accountId, theme: 'dark' }),
    ]
    for (const answer of refused) {
      expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED'])
      expect(answer.body.message).toMatch(/^Only an owner can /)
    }
    expect(platform.mails).toEqual([])
    expect((await call(alice, 'put', memberships(ben.userId), { role: 'owner' })).body.role).toBe('owner')
    expect((await call(ben, 'delete', memberships(ben.userId))).status).toBe(204)
  })

  test('the last owner can neither be removed nor made a member', async () => {
    const ben = await newUser(platform, 'ben', { of: alice, role: 'member' })
    for (const answer of [
      await call(alice, 'delete', memberships(alice.userId)),
      await call(alice, 'put', memberships(alice.userId), { role: 'member' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
      expect(answer.body.message).toBe('An account keeps at least one owner')
    }
    await call(alice, 'delete', memberships(ben.userId))
  })

  test('of two owners who demote each other at the same time one stays owner', async () => {
    const ben = await newUser(platform, 'ben', { of: alice, role: 'owner' })
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        call(alice, 'put', memberships(ben.userId), { role: 'member' }),
        call(ben, 'put', memberships(alice.userId), { role: 'member' }),
      ])
      // The other is refused as the last owner, or is no longer an owner when the call arrives.
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([403, 409]).toContain(statuses[1])
      const { rows } = await platform.pool.query(
        "update memberships set role = 'owner' where account_id = $1 returning (select count(*)::int from memberships where account_id = $1 and role = 'owner') as owners",
        [alice.accountId],
      )
      expect(rows[0].owners).toBe(1)
    }
    await call(alice, 'delete', memberships(ben.userId))
  })

  test('a removed member loses access at once, to apps and teams too, with every invitation received or sent', async () => {
    const ben = await newUser(platform, 'ben', { of: alice, role: 'owner' })
    const app = (await call(alice, 'post', 'apps', { name: 'Orders', description: 'd' })).body._id
    const team = (await call(alice, 'post', 'teams', { name: 'Ops' })).body._id
    await call(alice, 'post', `apps/${app}/collaborators`, { email: ben.email }).expect(201)
    await call(alice, 'post', `teams/${team}/members`, { email: ben.email }).expect(201)
    await inviteOwner('friend@example.test', undefined, ben)
    const given = tokenIn(platform.mails.at(-1))

    expect((await call(alice, 'delete', memberships(ben.userId))).status).toBe(204)
    expect((await call(ben, 'get', 'apps')).status).toBe(404)
    const { collaborators } = (await call(alice, 'get', `apps/${app}/collaborators`)).body
    expect(collaborators.map(({ userId }: { userId: { email: string } }) => userId.email)).toEqual([
      alice.email,
    ])
    expect((await call(alice, 'get', `teams/${team}`)).body.members).toHaveLength(1)
    expect((await accept({ token: given, password })).status).toBe(401)
    expect((await call(alice, 'get', memberships(ben.userId))).status).toBe(404)
    expect(await audit('delete')).toContainEqual({
      actor: alice.email,
      entity: 'membership',
      entity_id: ben.userId,
      result: 'done',
    })
  })

  test("another account in the path is 404, and so is another account's member", async () => {
    const { bob } = platform
    for (const path of [`accounts/${bob.accountId}/memberships`, 'accounts/none/memberships']) {
      const answer = await call(alice, 'get', path)
      expect([answer.status, answer.body.message]).toEqual([404, 'Account not found'])
    }
    const answer = await call(alice, 'get', memberships(bob.userId))
    expect([answer.status, answer.body.message]).toEqual([404, 'Membership not found'])
  })
})

describe('invitations', () => {
  test('make a new user an owner, once', async () => {
    const answer = await inviteOwner(' Nina@Example.TEST ', `${origin}/apps?page=2`)
    expect(answer.body).toEqual({
      email: 'nina@example.test',
      role: 'owner',
      domain: 'account:alices:owner',
      accountName: 'alices',
    })
    const [mail] = platform.mails
    expect(mail).toMatchObject({ to: 'nina@example.test', subject: 'Invitation to alices' })
    expect(mail?.text).toContain(`${alice.email} invites you to the account "alices"`)
    expect(mail?.text).toMatch(
      /\nhttps:\/\/console\.example\.test\/login\?invitation=wfl_[\w-]{43}&redirectTo=%2Fapps%3Fpage%3D2\n/,
    )

    const token = tokenIn(mail)
    const without = await accept({ token })
    expect([without.status, without.body.message]).toEqual([400, 'Password is required of a new user'])
    const signedIn = await accept({ token, password })
    expect(signedIn.status).toBe(200)
    expect(signedIn.body).toEqual({
      token: expect.stringMatching(/^wfc_/),
      user: { _id: expect.any(String), email: 'nina@example.test' },
      account: { _id: alice.accountId, name: 'alices' },
    })
    expect((await accept({ token, password })).status).toBe(401)
    const nina = {
      headers: { authorization: `Bearer ${signedIn.body.token}`, 'account-id': alice.accountId },
    }
    expect((await call(nina, 'get', memberships(signedIn.body.user._id))).body.role).toBe('owner')
    const login = { email: 'nina@example.test', password }
    expect((await platform.call.post('/api/users/login').send(login)).status).toBe(200)
  })

  test('of ten concurrent acceptances one succeeds', async () => {
    const token = await invited('ten@example.test')
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept({ token, password })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)])
    const { rows } = await platform.pool.query("select id from users where email = 'ten@example.test'")
    expect(rows).toHaveLength(1)
  })

  test('an existing user becomes a member and is not signed in; a role is raised, never lowered', async () => {
    const { bob } = platform
    const stored = async () => {
      const { rows } = await platform.pool.query(
        'select password_hash, (select count(*)::int from tokens where user_id = users.id) as tokens from users where id = $1',
        [bob.userId],
      )
      return rows
    }
    const before = await stored()
    await call(alice, 'post', 'user/invite', { email: bob.email, accountName: 'alices' }).expect(200)
    const asMember = await accept({ token: tokenIn(platform.mails.at(-1)), password })
    expect([asMember.status, asMember.body]).toEqual([200, { authenticated: false }])
    expect((await call(alice, 'get', memberships(bob.userId))).body.role).toBe('member')
    const asOwner = await accept({ token: await invited(bob.email) })
    expect([asOwner.status, asOwner.body]).toEqual([200, { authenticated: false }])
    expect(await stored()).toEqual(before)
    expect((await call(alice, 'get', memberships(bob.userId))).body.role).toBe('owner')
    const again = await inviteOwner(bob.email)
    expect([again.status, again.body.message]).toEqual([409, `${bob.email} is an owner already`])
    await call(alice, 'delete', memberships(bob.userId)).expect(204)
  })

  test('expire after seven days', async () => {
    const early = await invited('early@example.test')
    const late = await invited('late@example.test')
    platform.clock.advance(7 * DAY - 1)
    expect((await accept({ token: early, password })).status).toBe(200)
    platform.clock.advance(1)
    const answer = await accept({ token: late, password })
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(answer.body.message).toBe('The invitation is unknown, used or too old')
    alice = {
      ...alice,
      ...(await newUser(platform, 'alice-again', { of: alice, role: 'owner' })),
    }
  })

  test('a newer one to the same account, app or team replaces the older', async () => {
    const older = await invited('twice@example.test')
    const newer = await invited('twice@example.test')
    expect((await accept({ token: older, password })).status).toBe(401)
    expect((await accept({ token: newer, password })).status).toBe(200)
  })

  test('only hashes of tokens are stored', async () => {
    const token = await invited('hash@example.test')
    const { rows } = await platform.pool.query('select l::text as row from mail_links l')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(token.slice(4))
  })

  test.each([
    'https://evil.example.test/',
    'https://console.example.test.evil.test/',
    'https://console.example.test@evil.test/',
    'https://console.example.test:444/',
    'http://console.example.test/',
    'https://console.example.test//evil.test',
    'http://localhost:8080/',
    'javascript:alert(1)',
    '//evil.test',
    '/apps',
    '',
  ])('link to no other site: %s', async (redirectUrl) => {
    const message = 'must be an address of this console, https://console.example.test'
    const owner = await inviteOwner('x@example.test', redirectUrl)
    expect([owner.status, owner.body.message]).toEqual([400, `Invitation redirect URL ${message}`])
    const body = { email: 'x@example.test', accountName: 'alices', redirectUrl }
    const user = await call(alice, 'post', 'user/invite', body)
    expect([user.status, user.body.message]).toEqual([400, `Redirect URL ${message}`])
    expect(platform.mails).toEqual([])
  })

  test.each([
    '',
    'no',
    'a@b@c',
    'a@b.test,c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    '"a" <a@b.test>',
    'a b@c.test',
  ])('need an e-mail address: %j', async (email) => {
    const answer = await inviteOwner(email)
    expect([answer.status, answer.body.message]).toEqual([400, 'Invitation email must be an e-mail address'])
  })

  test('of the connect service name the account and match its domain', async () => {
    const body = {
      name: 'Kim',
      email: 'kim@example.test',
      role: 'member',
      from: 'somebody',
      accountName: 'alices',
    }
    const wrong = await call(alice, 'post', 'user/invite', { ...body, domain: 'account:alices:owner' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Domain must be account:{accountName}:{role}'])
    const answer = await call(alice, 'post', 'user/invite', { ...body, domain: 'account:alices:member' })
    expect(answer.body).toMatchObject({ role: 'member', domain: 'account:alices:member' })
    for (const accountName of ['bobs', 'nobodys']) {
      const absent = await call(alice, 'post', 'user/invite', { ...body, accountName })
      expect([absent.status, absent.body.message]).toEqual([404, 'Account not found'])
    }
  })

  test('of the connect service are recorded when they are refused', async () => {
    const max = await newUser(platform, 'max', { of: alice, role: 'member' })
    const body = { email: 'someone@example.test', accountName: 'alices' }
    expect((await call(max, 'post', 'user/invite', body)).status).toBe(403)
    const row = { actor: max.email, entity: 'invitation', entity_id: null, result: 'refused' }
    await expect.poll(() => audit('invite')).toContainEqual(row)
    await call(alice, 'delete', memberships(max.userId)).expect(204)
  })
})

describe('settings', () => {
  test('are sealed at rest; those that an older version has stored are read until a start seals them', async () => {
    const { accountId, headers } = alice
    const settings = async () =>
      (await platform.call.get('/api/vars').set({ authorization: headers.authorization })).body.data
    const stored = async () =>
      (await platform.pool.query('select t::text as row from account_settings t')).rows[0]?.row as string
    await call(alice, 'put', 'accountSettings/save', { accountId, hook: 'marked-setting' }).expect(200)
    expect(await stored()).not.toMatch(/marked-setting|6d61726b6564/)
    await platform.pool.query(`update account_settings set settings = '{"hook":"older-setting"}'`)
    expect((await settings()).oneflowAccountSettings).toEqual({ [accountId]: { hook: 'older-setting' } })
    const log = pino({ level: 'silent' })
    const makeKey = () => Promise.reject(new Error('no new key is needed'))
    await openSeal({ pool: platform.pool, log, keys: '5ea1'.repeat(16), makeKey, acceptLost: false })
    expect(await stored()).not.toContain('older-setting')
    expect((await settings()).oneflowAccountSettings).toEqual({ [accountId]: { hook: 'older-setting' } })
    await platform.pool.query("update account_settings set sealed = '\\x01'")
    expect(await settings()).toMatchObject({ oneflowAccountSettings: {}, unreadable: [accountId] })
  })

  test('are stored by owners and read by every member of the account', async () => {
    const ben = await newUser(platform, 'ben-reads', { of: alice, role: 'member' })
    const settings = { accountId: alice.accountId, theme: 'dark', nested: { a: [1, null] } }
    const saved = await call(alice, 'put', 'accountSettings/save', settings)
    expect(saved.body).toEqual(settings)
    const { authorization } = ben.headers
    const vars = await platform.call.get('/api/vars').set({ authorization })
    expect(vars.body).toEqual({
      data: {
        userAccountHash: { [alice.accountId]: { name: 'alices' } },
        oneflowAccountSettings: { [alice.accountId]: { theme: 'dark', nested: { a: [1, null] } } },
      },
    })
    await call(alice, 'put', 'accountSettings/save', { accountId: alice.accountId }).expect(200)
    const emptied = await platform.call.get('/api/vars').set({ authorization })
    expect(emptied.body.data.oneflowAccountSettings).toEqual({ [alice.accountId]: {} })
  })

  test('are limited in size, and only of the own account', async () => {
    const large = await call(alice, 'put', 'accountSettings/save', {
      accountId: alice.accountId,
      text: 'x'.repeat(64 * 1024),
    })
    expect([large.status, large.body.message]).toEqual([400, 'The body must have at most 65536 bytes'])
    const foreign = await call(alice, 'put', 'accountSettings/save', { accountId: platform.bob.accountId })
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Account not found'])
  })
})
