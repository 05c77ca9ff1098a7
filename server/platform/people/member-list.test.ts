import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedMember } from '#shared/lib/people.ts'
import { AppError } from '#server/lib/errors.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser, tokenIn } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

/** Collaborators and team members share one implementation, so both run the same tests. */

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
const accept = (body: object) => platform.call.post('/api/users/acceptInvitation').send(body)

const kinds = [
  { of: 'apps', path: 'collaborators', noun: 'Collaborator', body: { name: 'Orders', description: 'd' } },
  { of: 'teams', path: 'members', noun: 'Member', body: { name: 'Ops' } },
] as const

describe.each(kinds)('$path of $of', ({ of, path, noun, body }) => {
  let url: string
  let owner: string
  beforeEach(async () => {
    owner = (await call(alice, 'post', of, body)).body._id
    url = `${of}/${owner}/${path}`
    // Lists are in order of joining, and the creator has joined first.
    platform.clock.advance(1)
  })
  const listed = async (): Promise<ListedMember[]> => {
    const answer = await call(alice, 'get', url)
    expect(answer.status).toBe(200)
    return answer.body[of === 'apps' ? 'collaborators' : 'data']
  }
  const emails = async () => (await listed()).map(({ userId }) => userId.email)

  test('the creator is the first member, as owner', async () => {
    expect(await listed()).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        role: 'owner',
        userId: { _id: alice.userId, email: alice.email },
        created: expect.any(String),
      },
    ])
  })

  test('a known user is added and becomes a member of the account', async () => {
    const { bob } = platform
    const foreign = { ...bob, headers: { ...bob.headers, 'account-id': alice.accountId } }
    expect((await call(foreign, 'get', url)).status).toBe(404)
    const answer = await call(alice, 'post', url, { email: ` ${bob.email.toUpperCase()} ` })
    expect(answer.status).toBe(201)
    const one = (await listed())[1]
    expect(one).toMatchObject({ role: 'member', userId: { _id: bob.userId, email: bob.email } })
    expect(answer.body).toEqual(of === 'apps' ? { collaborators: await listed() } : one)
    expect((await call(foreign, 'get', url)).status).toBe(200)
    const membership = await call(alice, 'get', `accounts/${alice.accountId}/memberships/${bob.userId}`)
    expect(membership.body.role).toBe('member')

    const again = await call(alice, 'post', url, { email: bob.email })
    expect([again.status, again.body.message]).toEqual([
      409,
      `${bob.email} is a ${noun.toLowerCase()} already`,
    ])
    const invited = await call(alice, 'post', `${url}/invite`, { email: bob.email })
    expect([invited.status, invited.body.message]).toEqual([409, again.body.message])
    await call(alice, 'delete', `accounts/${alice.accountId}/memberships/${bob.userId}`).expect(204)
    expect(await emails()).toEqual([alice.email])
  })

  test('of ten concurrent additions of one user one succeeds', async () => {
    const ten = await newUser(platform, `ten-${of}`, { of: platform.bob, role: 'member' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(alice, 'post', url, { email: ten.email })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })

  test('an unknown user is 404 first, then invited, and is in the list after accepting', async () => {
    const email = `new-in-${of}@example.test`
    const unknown = await call(alice, 'post', url, { email })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'User not found'])
    const redirectUrl = `https://console.example.test/${of}/${owner}`
    const sent = await call(alice, 'post', `${url}/invite`, { email, redirectUrl })
    expect(sent.status).toBe(200)
    expect(sent.body).toEqual({
      email,
      role: 'member',
      domain: 'account:alices:member',
      accountName: 'alices',
    })
    const [mail] = platform.mails
    expect(mail).toMatchObject({ to: email, subject: `Invitation to ${body.name}` })
    expect(mail?.text).toContain(`the ${of.slice(0, -1)} "${body.name}" of the account "alices"`)
    expect(mail?.text).toContain(`&redirectTo=${encodeURIComponent(`/${of}/${owner}`)}`)
    expect(await emails()).toEqual([alice.email])

    const accepted = await accept({ token: tokenIn(mail), password })
    expect(accepted.status).toBe(200)
    expect(await emails()).toEqual([alice.email, email])
    const { body: membership } = await call(
      alice,
      'get',
      `accounts/${alice.accountId}/memberships/${accepted.body.user._id}`,
    )
    expect(membership.role).toBe('member')
  })

  test('an invitation into a deleted app or team is invalid', async () => {
    await call(alice, 'post', `${url}/invite`, { email: 'late@example.test' }).expect(200)
    await call(alice, 'delete', `${of}/${owner}`).expect(204)
    expect((await accept({ token: tokenIn(platform.mails[0]), password })).status).toBe(401)
  })

  test('a removed member stays in the account', async () => {
    const ben = await newUser(platform, `ben-${of}`, { of: alice, role: 'member' })
    await call(alice, 'post', url, { email: ben.email }).expect(201)
    const one = (await listed())[1]
    expect((await call(alice, 'delete', `${url}/${one?._id}`)).status).toBe(204)
    const again = await call(alice, 'delete', `${url}/${one?._id}`)
    expect([again.status, again.body.message]).toEqual([404, `${noun} not found`])
    expect(await emails()).toEqual([alice.email])
    expect((await call(ben, 'get', url)).status).toBe(200)
    const { rows } = await platform.pool.query(
      'select action, actor, entity from audit where account_id = $1 and entity_id = $2 order by action',
      [alice.accountId, one?._id],
    )
    const entity = noun.toLowerCase()
    expect(rows).toEqual(['add', 'remove'].map((action) => ({ action, actor: alice.email, entity })))
  })

  test('a mail that cannot be sent leaves no invitation', async () => {
    const { send } = platform.mailer
    platform.mailer.send = () => Promise.reject(new AppError('UNAVAILABLE', 'The mail could not be sent'))
    const answer = await call(alice, 'post', `${url}/invite`, { email: 'lost@example.test' })
    platform.mailer.send = send
    expect([answer.status, answer.body.message]).toEqual([503, 'The mail could not be sent'])
    const { rows } = await platform.pool.query("select 1 from mail_links where email = 'lost@example.test'")
    expect(rows).toEqual([])
    const { rows: told } = await platform.pool.query(
      "select result, detail from audit where action = 'invite' and entity_id = $1 order by result",
      [owner],
    )
    expect(told).toEqual(['done', 'refused'].map((result) => ({ result, detail: 'lost@example.test' })))
  })

  test.each(['x@y@z.test', '', 'a@b.test\nBcc: c@d.test'])('%j is not an e-mail address', async (email) => {
    for (const target of [url, `${url}/invite`]) {
      const answer = await call(alice, 'post', target, { email })
      expect([answer.status, answer.body.message]).toEqual([400, 'Email must be an e-mail address'])
    }
  })

  test('an invitation links to no other site', async () => {
    const invitation = { email: 'x@example.test', redirectUrl: 'https://evil.test/' }
    const answer = await call(alice, 'post', `${url}/invite`, invitation)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^Redirect URL must be an address of this console/)
  })
})
