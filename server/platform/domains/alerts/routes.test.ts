import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_ALERT_RULES } from '#shared/domains/alerts/kinds.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'
import { answerWith, startReceiver, type Receiver } from '#tests/support/receiver.ts'

let receiver: Receiver
let platform: TestPlatform
beforeAll(async () => {
  receiver = await startReceiver()
  platform = await createTestPlatform(absentEngine, { allowPrivate: [receiver.place] })
})
afterAll(async () => {
  await platform.close()
  await receiver.close()
})
beforeEach(async () => {
  await platform.pool.query('delete from alert_rules')
  platform.clock.advance(60_000)
  receiver.got.length = 0
})

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const chatUrl = 'https://hooks.chat.example/services/T00000000/B00000000/secretsecret'
const body = {
  name: 'Nobody polls',
  when: { kind: 'queueNobody', minutes: 5 },
  to: [
    { kind: 'email', address: 'ana@example.test' },
    { kind: 'webhook', url: 'https://pager.example.test/in', secret },
    { kind: 'chat', url: chatUrl },
  ],
}
const save = (more: object = {}, who?: { headers: Record<string, string> }) =>
  platform.send('post', 'alerts', { ...body, ...more }, who)

test('a rule keeps what it was saved with; its secrets are masked everywhere', async () => {
  const { status, body: saved } = await save()
  const masked = `${'*'.repeat(secret.length - 4)}${secret.slice(-4)}`
  expect([status, saved]).toEqual([
    201,
    {
      _id: expect.any(String),
      name: 'Nobody polls',
      enabled: true,
      when: { kind: 'queueNobody', minutes: 5 },
      scope: {},
      to: [
        { _id: expect.any(String), kind: 'email', address: 'ana@example.test' },
        {
          _id: expect.any(String),
          kind: 'webhook',
          url: 'https://pager.example.test/in',
          secret: masked,
          oldSecretUntil: null,
        },
        {
          _id: expect.any(String),
          kind: 'chat',
          url: expect.stringMatching(/^https:\/\/hooks\.chat\.example\/\*+cret$/),
        },
      ],
      quiet: null,
      sent: 0,
      last: null,
      created: expect.any(String),
      createdBy: 'alice@example.test',
      updated: expect.any(String),
      updatedBy: 'alice@example.test',
    },
  ])
  const list = await platform.send('get', 'alerts')
  expect(list.body).toEqual({ data: [saved], total: 1 })
  // What comes back masked, or is left out, stays.
  const same = await platform.send('put', `alerts/${saved._id}`, {
    to: saved.to,
    name: 'Renamed',
  })
  expect([same.status, same.body.to]).toEqual([200, saved.to])
  const { rows } = await platform.pool.query(
    `select t.*, r.* from alert_targets t join alert_rules r on r.id = t.rule_id`,
  )
  const { rows: audit } = await platform.pool.query(`select * from audit where entity = 'alert'`)
  const stored = JSON.stringify([rows, audit, list.body, same.body])
  expect(stored).not.toContain('secretsecret')
  expect(stored).not.toContain(secret)
  expect(audit.map(({ action }) => action)).toEqual(['create', 'update'])
  expect((await platform.send('delete', `alerts/${saved._id}`)).status).toBe(204)
  expect((await platform.send('get', `alerts/${saved._id}`)).status).toBe(404)
})

test('the addresses of an answer may be sent back, also while an older secret signs; other fields may not', async () => {
  const rule = (await save()).body
  const [email, webhook, chat] = rule.to
  await platform.send('post', `alerts/${rule._id}/secret`, { targetId: webhook._id })
  const { to } = (await platform.send('get', `alerts/${rule._id}`)).body
  expect(to[1].oldSecretUntil).toEqual(expect.any(String))
  const sameAgain = await platform.send('put', `alerts/${rule._id}`, { to })
  expect([sameAgain.status, sameAgain.body.to]).toEqual([200, to])
  // A body does not end the time of the older secret.
  const ended = await platform.send('put', `alerts/${rule._id}`, {
    to: [email, { ...to[1], oldSecretUntil: null }, chat],
  })
  expect([ended.status, ended.body.to]).toEqual([200, to])
  for (const [index, field] of [[0, 'oldSecretUntil'] as const, [1, 'address'] as const]) {
    const wrong = to.map((one: object, at: number) => (at === index ? { ...one, [field]: null } : one))
    const refused = await platform.send('put', `alerts/${rule._id}`, { to: wrong })
    expect([refused.status, refused.body.faults]).toEqual([
      400,
      [{ path: `to[${index}].${field}`, message: 'is not known here' }],
    ])
  }
})

test('a mask that is not of the current secret is refused as that', async () => {
  const rule = (await save()).body
  const webhook = rule.to[1]
  await platform.send('post', `alerts/${rule._id}/secret`, { targetId: webhook._id })
  const { status, body: answer } = await platform.send('put', `alerts/${rule._id}`, { to: [webhook] })
  expect([status, answer.message]).toEqual([
    400,
    expect.stringMatching(/secret is a mask, but not that of the current/),
  ])
})

test('a test is sent at once and tells what each address answered', async () => {
  const to = [
    { kind: 'email', address: 'ana@example.test' },
    { kind: 'webhook', url: receiver.url, secret },
    { kind: 'chat', url: receiver.url },
  ]
  const rule = (await save({ to })).body
  receiver.next.push(answerWith(204), answerWith(404, {}, 'gone'))
  const { status, body: answer } = await platform.send('post', `alerts/${rule._id}/test`)
  expect(status).toBe(200)
  expect(answer.deliveries).toMatchObject([
    { kind: 'email', to: 'ana@example.test', status: null, ms: expect.any(Number), error: null },
    { kind: 'webhook', to: receiver.url },
    { kind: 'chat' },
  ])
  expect(answer.deliveries.map(({ error }: { error: string | null }) => error)).toContain(
    'answered 404: gone',
  )
  expect(platform.mails.at(-1)).toMatchObject({ subject: 'This is a test of the rule Nobody polls' })
  // A form names the saved addresses by their masks.
  const draft = await platform.send('post', 'alerts/test', {
    ...body,
    to: rule.to,
    ruleId: rule._id,
  })
  expect(draft.body.deliveries.map(({ error }: { error: string | null }) => error)).toEqual([
    null,
    null,
    null,
  ])
  for (let each = 0; each < 8; each += 1) await platform.send('post', `alerts/${rule._id}/test`)
  const refused = await platform.send('post', `alerts/${rule._id}/test`)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
})

test('a forbidden address is refused when it is saved and, behind a name, when it is sent to', async () => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'https://[::1]/',
    'http://169.254.169.254/',
    'http://localhost/',
  ])
    for (const kind of ['webhook', 'chat'])
      expect((await save({ to: [{ kind, url }] })).body).toMatchObject({
        statusCode: 400,
        faults: [{ path: 'to[0].url', message: 'is a forbidden address' }],
      })
})

test('a new secret is shown once, and the one before it signs for a day more', async () => {
  const rule = (await save({ to: [{ kind: 'webhook', url: receiver.url, secret }] })).body
  const [{ _id: targetId }] = rule.to
  const renewed = await platform.send('post', `alerts/${rule._id}/secret`, { targetId })
  expect(renewed.status).toBe(200)
  expect(renewed.body.secret).toMatch(/^whsec_.{44}$/)
  const until = Date.parse(renewed.body.oldSecretUntil)
  expect(until - platform.clock.now()).toBe(24 * 3_600_000)
  const signed = async () => {
    await platform.send('post', `alerts/${rule._id}/test`)
    return receiver.got.pop()!.headers['webhook-signature'] as string
  }
  expect((await signed()).split(' ')).toHaveLength(2)
  platform.clock.advance(24 * 3_600_000)
  await platform.pool.query(`update tokens set expires = '2100-01-01'`)
  expect((await signed()).split(' ')).toHaveLength(1)
  expect(() => new Webhook(renewed.body.secret)).not.toThrow()
})

test('members make rules, viewers see none of them, and an account has at most 50', async () => {
  const member = await newUser(platform, 'mia', { of: platform.alice, role: 'member' })
  const viewer = await newUser(platform, 'vera', { of: platform.alice, role: 'viewer' })
  expect((await save({}, member)).status).toBe(201)
  for (const path of ['alerts', 'alerts/deliveries'])
    expect((await platform.send('get', path, undefined, viewer)).body).toMatchObject({ code: 'NOT_ALLOWED' })
  await platform.pool.query(
    `insert into alert_rules (id, account_id, name, enabled, kind, scope, created, updated)
     select 'r' || n, $1, 'Rule', true, 'runFailed', '{}', now(), now() from generate_series(1, $2::int) n`,
    [platform.alice.accountId, MAX_ALERT_RULES - 2],
  )
  const both = await Promise.all([save(), save()])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test.each<[object, RegExp]>([
  [{ when: { kind: 'none' } }, /^When kind /],
  [{ when: { kind: 'runRecovered', minutes: 5 } }, /^When minutes must be left out/],
  [{ when: { kind: 'keyExpires' }, scope: { appId: 'a' } }, /^Scope names what this kind does not have/],
  [{ scope: { type: 'a*b' } }, /^Scope type must have its only \* at its end/],
  [{ to: [] }, /^To must have an address/],
  [{ to: [{ kind: 'webhook', url: 'ftp://a.test' }] }, /url must be an http or https address/],
  [{ to: [{ kind: 'webhook', url: 'https://a.test', secret: 'short' }] }, /secret must be whsec_/],
  // No base64, and 66 bytes.
  ...['A'.repeat(33), 'A'.repeat(88)].map((key): [object, RegExp] => [
    { to: [{ kind: 'webhook', url: 'https://a.test', secret: `whsec_${key}` }] },
    /secret must be whsec_/,
  ]),
  [{ to: [{ kind: 'chat', url: 'https://a.test/****' }] }, /url /],
  [{ to: [{ kind: 'email', address: 'no' }] }, /address must be an e-mail address/],
  [{ quiet: { from: '25:00', to: '07:00' } }, /^Quiet from must be a time of day/],
  [{ quiet: { from: '22:00', to: '07:00', timeZone: 'Nowhere' } }, /^Quiet time zone must be a time zone/],
  [{ colour: 'red' }, /^Colour is not known here/],
])('%j is refused with its field', async (more, message) => {
  const answer = await save(more)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
})

test('a name of several lines is refused: it begins lines of mails', async () => {
  for (const name of ['Fails\r\nX-Evil: 1', 'Fails\u2028X-Evil: 1']) {
    const { status, body: fault } = await save({ name })
    expect([status, fault.message]).toEqual([400, 'Name must be one line'])
  }
})
