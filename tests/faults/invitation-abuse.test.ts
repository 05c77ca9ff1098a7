import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import supertest from 'supertest'
import { pino } from 'pino'
import { buildPlatform } from '#server/platform/app.ts'
import { createTaskNotices } from '#server/platform/queue/receiver.ts'
import { embeddedQueues } from '#server/platform/queue/task-queues.ts'
import { createSmtpMailer, type OpenMailer } from '#server/platform/mail/mailer.ts'
import { evidence } from '../support/evidence.ts'
import { setCookies, startGatewayBefore, type TestGateway } from '../support/gateway.ts'
import { startMailbox, type Mailbox } from '../support/mailbox.ts'
import { createTestPlatform, type Member, type TestPlatform } from '../support/platform-app.ts'
import { newUser } from '../support/platform-people.ts'
import { idleEngine } from '../support/platform-rows.ts'

/**
 * Check 75: what invitations could be abused for. Mails to strangers in bulk, links of others in those mails, and a
 * sign-in without a password by a link in an old mail. Two platforms on one database, a gateway, a real SMTP server.
 */

const invitationLimits = { perInviter: 20, perAccount: 100 }
const HOUR = 3_600_000
const origin = 'https://console.example.test'

let mailbox: Mailbox
let mailer: OpenMailer
let platform: TestPlatform
let second: FastifyInstance
let gateway: TestGateway
beforeAll(async () => {
  mailbox = await startMailbox()
  mailer = createSmtpMailer({ url: mailbox.url, from: 'console@example.test' })
  platform = await createTestPlatform(idleEngine, { invitationLimits })
  platform.mailer.send = (mail) => mailer.send(mail)
  const { pool, seal, clock, attention, alerts, alertSender, scheduler, scripts } = platform
  second = await buildPlatform({
    pool,
    seal,
    clock,
    mailer,
    invitationLimits,
    hookStartsPerMinute: 600,
    addresses: { publicUrl: origin, queueUrlBase: `${origin}/queue` },
    engine: idleEngine(),
    attention,
    alerts,
    alertSender,
    scheduler,
    scripts,
    publisher: { committed: () => {} },
    taskNotices: createTaskNotices(),
    openQueues: embeddedQueues({ serves: false }),
    oidc: null,
    flux: { gitUrl: null },
    gitops: null,
    log: pino({ level: 'silent' }),
  })
  await second.listen({ port: 0, host: '127.0.0.1' })
  const { port } = platform.app.server.address() as { port: number }
  const env = { SIGN_INS_PER_ADDRESS: '10000' }
  gateway = await startGatewayBefore(`http://127.0.0.1:${port}`, { env })
})
afterAll(async () => {
  await gateway.close()
  await second.close()
  await platform.close()
  mailer.close()
  await mailbox.close()
})
beforeEach(() => platform.pool.query('delete from invitation_mails'))

const owner = (name: string) => newUser(platform, name, { of: platform.alice, role: 'owner' })
/** The n-th invitation of an owner; the two platforms take turns. */
function inviteAt(n: number, { headers }: Pick<Member, 'headers'>) {
  const call = n % 2 === 0 ? platform.call : supertest(second.server)
  const body = { email: `guest-${n}@example.test`, accountName: platform.alice.accountName }
  return call.post('/api/user/invite').set(headers).send(body)
}
const burst = (count: number, who: Member) =>
  Promise.all(Array.from({ length: count }, (_, n) => inviteAt(n, who)))
const granted = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length

test('250 invitations at once: 20 mails an hour leave by one owner, 100 by an account, none by a member', async () => {
  const before = mailbox.unread().length
  const member = await newUser(platform, 'plain-member', { of: platform.alice, role: 'member' })
  const { body } = await platform.send('post', 'apps', { name: 'Orders', description: 'd' }, member)
  const byMember = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      platform.send('post', `apps/${body._id}/collaborators/invite`, { email: `n${n}@example.test` }, member),
    ),
  )
  expect(new Set(byMember.map(({ status }) => status))).toEqual(new Set([403]))

  const answers = await burst(250, platform.alice)
  expect(granted(answers)).toBe(20)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) {
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(answer.headers['retry-after']).toBe('3600')
    expect(answer.body.message).toBe(
      'You have sent 20 invitations within an hour: the next one is possible in 60 minutes',
    )
  }
  expect(mailbox.unread().length - before).toBe(20)

  // Repeated mails count like new ones, and the limits of others are their own, up to that of the account.
  const [pending] = (await platform.send('get', 'invitations').expect(200)).body.data
  expect((await platform.send('post', `invitations/${pending._id}/resend`)).status).toBe(429)
  await platform.pool.query(
    "insert into invitation_mails select $1, 'another owner', $2 from generate_series(1, 78)",
    [platform.alice.accountId, new Date(platform.clock.now())],
  )
  const owners = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(owner))
  expect(granted(await Promise.all(owners.map((who, n) => inviteAt(n, who))))).toBe(2)
  expect(mailbox.unread().length - before).toBe(22)
  const six = await owner('six')
  const { accountName } = platform.alice
  const strangers = { email: 'guest-6@example.test', accountName }
  const last = await gateway.http.post('/api/user/invite').set(six.headers).send(strangers)
  expect([last.status, last.headers['retry-after'], last.body.message]).toEqual([
    429,
    '3600',
    'The account has sent 100 invitations within an hour: the next one is possible in 60 minutes',
  ])

  platform.clock.advance(HOUR - 1)
  expect((await inviteAt(0, platform.alice)).status).toBe(429)
  platform.clock.advance(1)
  expect((await inviteAt(0, platform.alice)).status).toBe(200)
  evidence({
    check: 75,
    figures: {
      'invitations at once, over two platforms': 250,
      'mails sent by one owner in an hour': 20,
      'mails sent by an account in an hour': 100,
      'mails sent by a member': 0,
    },
    breaks: 'the account and the inviter are not locked while their mails are counted',
  })
})

const lures = [
  'https://evil.test/pay',
  'HTTP://evil.test',
  'evil.test',
  'www.evil.test/now',
  '//evil.test',
  'evil.test/?a=1&b=2',
  'mailto:me@evil.test',
  'me@evil.test',
  'ftp://1.2.3.4/',
  'javascript:alert(1)',
  'Click <a href="https://evil.test">here</a>',
  '[pay](https://evil.test)',
  'ｈｔｔｐｓ：／／ｅｖｉｌ．ｔｅｓｔ',
  'evil。test',
  'evil․test',
  'https://evil.test\u200b/',
  'Ops\r\n\r\nhttps://evil.test',
  '\u202etset.live//:sptth',
]
/** What mail programs make a link of: addresses with a scheme, hosts, and mail addresses. */
const linked =
  /[a-z][a-z0-9+.-]*:\/\/\S+|\b(?:mailto|javascript|data|tel):\S+|[\p{L}\p{N}@-]+(?:\.[\p{L}\p{N}-]+)+\S*/giu

test('no name that others choose becomes a link, in the text or the subject', async () => {
  const { accountId, accountName } = platform.alice
  let links = 0
  for (const [index, lure] of lures.entries()) {
    const boss = await owner(`boss-${index}`)
    await platform.pool.query('update accounts set name = $2 where id = $1', [accountId, `A${index} ${lure}`])
    const app = (await platform.send('post', 'apps', { name: lure, description: lure }, boss)).body._id
    const team = (await platform.send('post', 'teams', { name: lure }, boss)).body._id
    const to = `lured-${index}@example.test`
    const paths = [`apps/${app}/collaborators/invite`, `teams/${team}/members/invite`]
    await Promise.all(paths.map((path) => platform.send('post', path, { email: to }, boss).expect(200)))
    for (const raw of mailbox.unread().filter((mail) => mail.includes(`To: ${to}`))) {
      const subject = /^Subject: .*(?:\r\n[ \t].*)*/m.exec(raw)?.[0] ?? ''
      const text = raw.slice(raw.indexOf('\r\n\r\n'))
      const found = `${subject.slice('Subject: '.length)} ${text}`.match(linked) ?? []
      const others = found.filter((one) => !one.startsWith(`${origin}/login?`) && one !== boss.email)
      expect([lure, others]).toEqual([lure, []])
      links += found.length
    }
    await platform.pool.query('update accounts set name = $2 where id = $1', [accountId, accountName])
  }
  // The inviter's address and the link of the invitation, in two mails each.
  expect(links).toBe(lures.length * 4)
  evidence({
    check: 75,
    figures: {
      'names that are links': lures.length,
      'mails with them': lures.length * 2,
      'links of others': 0,
    },
    breaks: 'names stand in a mail as they are',
  })
})

test('no old invitation signs in: neither when it has ended, nor as a user who has a password', async () => {
  const { alice, bob, pool } = platform
  const password = 'a guessed password'
  const tokensOf = async () => (await pool.query('select count(*)::int as n from tokens')).rows[0].n
  const boss = await owner('the-boss')
  const invite = async (email: string, who = boss) => {
    const body = { email, accountName: alice.accountName }
    await platform.send('post', 'user/invite', body, who).expect(200)
    const link = await mailbox.linkTo(email)
    const { data } = (await platform.send('get', 'invitations?pagesize=999')).body
    const { _id: id } = data.find((one: { email: string }) => one.email === email)
    return { id, token: new URL(link).searchParams.get('invitation') ?? '' }
  }
  const accept = async (token: string) => {
    const body = { token, password }
    const through = await gateway.http.post('/session/invitation').set('x-csrf', '1').send(body)
    const bare = await gateway.http.post('/api/users/acceptInvitation').send(body)
    for (const { text } of [through, bare]) expect(text).not.toContain('wfc_')
    expect(setCookies(through)).toEqual([])
    return [through.status, through.body.authenticated, bare.status]
  }
  const members = `accounts/${alice.accountId}/memberships`
  const person = (name: string) => newUser(platform, name, { of: bob, role: 'member' })

  const ended: Record<string, (email: string, invitation: { id: string }) => Promise<unknown>> = {
    withdrawn: (_email, { id }) => platform.send('delete', `invitations/${id}`).expect(204),
    resent: (_email, { id }) => platform.send('post', `invitations/${id}/resend`).expect(200),
    'replaced by a copied link': (_email, { id }) =>
      platform.send('post', `invitations/${id}/link`).expect(200),
    'addressed to an address that its user left': (email) =>
      pool.query("update users set email = 'moved-' || email where email = $1", [email]),
    'of a removed member': async (email) => {
      const { _id } = (await pool.query('select id as "_id" from users where email = $1', [email])).rows[0]
      await pool.query("insert into memberships values ($1, $2, 'member')", [alice.accountId, _id])
      await platform.send('delete', `${members}/${_id}`).expect(204)
    },
    'too old': async () => {
      platform.clock.advance(7 * 24 * HOUR)
      await pool.query('update tokens set expires = $1', [new Date(platform.clock.now() + HOUR)])
    },
  }
  let tried = 0
  for (const [how, end] of Object.entries(ended)) {
    const { email } = await person(`guest-${(tried += 1)}`)
    const { id, token } = await invite(email)
    await end(email, { id })
    const before = await tokensOf()
    expect([how, ...(await accept(token))]).toEqual([how, 401, undefined, 401])
    expect(await tokensOf()).toBe(before)
  }
  const mate = await owner('the-mate')
  const { token: ofMate } = await invite((await person('mate-guest')).email, mate)
  await platform.send('put', `${members}/${mate.userId}`, { role: 'member' }).expect(200)
  expect((await accept(ofMate))[0]).toBe(401)

  // A password that was changed since is no reason to let the link sign in either.
  const kim = await person('kim')
  const { token } = await invite(kim.email)
  await pool.query("update users set password_hash = 'another' where id = $1", [kim.userId])
  const before = await tokensOf()
  expect(await accept(token)).toEqual([200, false, 401])
  expect(await tokensOf()).toBe(before)
  const { rows } = await pool.query('select password_hash from users where id = $1', [kim.userId])
  expect(rows).toEqual([{ password_hash: 'another' }])
  await platform.send('get', `${members}/${kim.userId}`).expect(200)

  evidence({
    check: 75,
    figures: {
      'ways in which an invitation ended': Object.keys(ended).length + 1,
      'links tried, through the console and the API': (tried + 2) * 2,
      'sign-ins without a password': 0,
    },
    breaks: 'accepting issues a token to an existing user',
  })
})
