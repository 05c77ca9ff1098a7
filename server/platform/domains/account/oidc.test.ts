import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { startOidcIssuer, type IssuerFault, type OidcIssuer } from '#tests/support/oidc-issuer.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

const origin = 'https://console.example.test'
const back = `${origin}/apps?page=2`
const MINUTE = 60_000

let issuer: OidcIssuer
let platform: TestPlatform
beforeAll(async () => {
  issuer = await startOidcIssuer(`${origin}/api/oidc/callback`)
  platform = await createTestPlatform(absentEngine, { oidc: issuer.client })
})
beforeEach(() => {
  issuer.person({ email: platform.alice.email, email_verified: true })
})
afterEach(() => {
  issuer.fault(null)
  // Forgets the cached metadata of the issuer.
  platform.clock.advance(11 * MINUTE)
})
afterAll(async () => {
  await platform.close()
  await issuer.stop()
})

const authorize = (query: object) => platform.call.get('/api/oidc/authorize').query(query)
const exchange = (token: string | null) => platform.call.post('/api/users/tokenLogin').send({ token })

/** The address that an answer redirects to. */
const targetOf = ({ headers }: { headers: Record<string, string> }) => new URL(headers['location'] ?? 'none:')

/** Acts as a browser: opens the issuer, which redirects to the callback of this platform. */
async function atIssuer(): Promise<string> {
  const begun = await authorize({ redirect_uri: back, state: 'mine' }).expect(302)
  const led = await fetch(targetOf(begun), { redirect: 'manual' })
  return (led.headers.get('location') ?? '').replace(origin, '')
}
const goRound = async () => platform.call.get(await atIssuer())

async function lastAudit() {
  const { rows } = await platform.pool.query(
    'select actor, action, entity, entity_id, result, source from audit order by id desc limit 1',
  )
  return rows[0]
}

describe('a sign-in', () => {
  test('redirects to redirect_uri with a temporary token, once, and the given state', async () => {
    const answer = await goRound()
    expect([answer.status, answer.text]).toEqual([302, ''])
    const target = targetOf(answer)
    expect(target.origin + target.pathname).toBe(`${origin}/apps`)
    expect([target.searchParams.get('page'), target.searchParams.get('state')]).toEqual(['2', 'mine'])
    expect(await lastAudit()).toMatchObject({
      actor: platform.alice.email,
      action: 'oidc-login',
      entity: 'session',
      result: 'done',
      entity_id: platform.alice.userId,
    })
    const token = target.searchParams.get('token')
    const signedIn = await exchange(token).expect(200)
    expect(signedIn.body.user).toEqual({ _id: platform.alice.userId, email: platform.alice.email })
    await exchange(token).expect(401)
  })

  test('gives a token that is valid for a minute and is only stored as a hash', async () => {
    const token = targetOf(await goRound()).searchParams.get('token')
    const { rows } = await platform.pool.query('select stored::text as row from tokens stored')
    expect(JSON.stringify(rows)).not.toContain(token)
    platform.clock.advance(MINUTE)
    await exchange(token).expect(401)
  })

  test('matches the address case-insensitively', async () => {
    issuer.person({ email: platform.alice.email.toUpperCase(), email_verified: 'true' })
    expect((await goRound()).status).toBe(302)
  })

  test('is accepted of an issuer that adds a slash to its address', async () => {
    issuer.fault('trailing-slash')
    expect((await goRound()).status).toBe(302)
  })

  test('caches the endpoints; reads the keys, so that a new key is accepted and an old one is not', async () => {
    await goRound()
    issuer.seen.length = 0
    await issuer.rotateKeys()
    expect((await goRound()).status).toBe(302)
    expect(issuer.seen).toEqual(['GET /authorize', 'POST /token', 'GET /keys'])
    issuer.fault('old-key')
    expect((await goRound()).status).toBe(401)
  })

  test('is accepted with an address that is not said to be verified where that is configured', async () => {
    const lenient = { allowUnverifiedEmail: true, ...issuer.client }
    const other = await createTestPlatform(absentEngine, { oidc: lenient })
    for (const email_verified of [undefined, false, true]) {
      issuer.person({ email: other.alice.email, email_verified })
      const begun = await other.call.get('/api/oidc/authorize').query({ redirect_uri: back, state: 's' })
      const led = await fetch(targetOf(begun), { redirect: 'manual' })
      await other.call.get((led.headers.get('location') ?? '').replace(origin, '')).expect(302)
    }
    await other.close()
  })
})

describe('is refused', () => {
  const wrongAnswers = [
    'mix-up',
    'another-key',
    'wrong-issuer',
    'wrong-audience',
    'wrong-nonce',
    'wrong-party',
    'expired',
  ] as const
  test.each<IssuerFault>(wrongAnswers)('with an answer of fault %s', async (fault) => {
    issuer.fault(fault)
    const answer = await goRound()
    expect([answer.status, answer.headers['location']]).toEqual([401, undefined])
    expect(answer.body.message).toBe('The identity provider does not confirm who you are, sign in again')
    expect(await lastAudit()).toMatchObject({ actor: 'unknown', action: 'oidc-login', result: 'refused' })
  })

  test.each([
    ['unverified', { email: 'alice@example.test', email_verified: false }],
    ['unverified in words', { email: 'alice@example.test', email_verified: 'false' }],
    ['not said to be verified', { email: 'alice@example.test' }],
    ['verified in another word', { email: 'alice@example.test', email_verified: 'yes' }],
  ])('an address that is %s, with the reason', async (_what, person) => {
    issuer.person(person)
    const answer = await goRound()
    expect([answer.status, answer.body.message]).toEqual([401, accountMessages.unverifiedEmail])
  })

  test.each([
    ['missing', { email_verified: true }],
    ['no address', { email: 'alice', email_verified: true }],
    ['one whose lower case is of somebody else', { email: 'ali\u212a@example.test', email_verified: true }],
  ])('an address that is %s', async (_what, person) => {
    issuer.person(person)
    expect((await goRound()).status).toBe(401)
  })

  test('an unknown address, with a message; no user is created', async () => {
    const count = async () => (await platform.pool.query('select count(*) from users')).rows
    const before = await count()
    issuer.person({ email: 'nobody@example.test', email_verified: true })
    const answer = await goRound()
    expect(answer.status).toBe(403)
    expect(answer.body.message).toBe('Nobody here has the address nobody@example.test: ask for an invitation')
    expect(await count()).toEqual(before)
    const row = { actor: 'nobody@example.test', result: 'refused', entity_id: null }
    expect(await lastAudit()).toMatchObject(row)
  })

  test('a user who declined at the issuer', async () => {
    issuer.fault('refuses')
    const answer = await goRound()
    expect([answer.status, answer.body.message]).toEqual([401, 'The identity provider did not sign you in'])
  })

  test('a code that was used', async () => {
    const path = await atIssuer()
    await platform.call.get(path).expect(302)
    await platform.call.get(path).expect(401)
  })

  test('a code of another sign-in, whose verifier is missing', async () => {
    const [one, other] = [await atIssuer(), await atIssuer()].map((path) => new URL(path, origin))
    one?.searchParams.set('code', other?.searchParams.get('code') ?? '')
    await platform.call.get(`${one?.pathname}${one?.search}`).expect(401)
  })

  test('a state that is expired, changed, or not from here', async () => {
    const path = await atIssuer()
    issuer.seen.length = 0
    for (const state of ['x', 'x'.repeat(200)])
      await platform.call.get('/api/oidc/callback').query({ code: 'x', state }).expect(400)
    const place = path.indexOf('state=') + 40
    const changed = path.slice(0, place) + (path[place] === 'A' ? 'B' : 'A') + path.slice(place + 1)
    await platform.call.get(changed).expect(400)
    platform.clock.advance(10 * MINUTE)
    await platform.call.get(path).expect(400)
    expect(issuer.seen).toEqual([])
  })

  test.each([
    ['another site', { redirect_uri: 'https://evil.example.test/', state: 's' }],
    ['a longer host', { redirect_uri: 'https://console.example.test.evil.example/', state: 's' }],
    ['plain http', { redirect_uri: 'http://console.example.test/', state: 's' }],
    ['no address', { redirect_uri: '/apps', state: 's' }],
    ['none', { state: 's' }],
    ['no state', { redirect_uri: back }],
  ])('a start with redirect_uri or state: %s', async (_what, query) => {
    const answer = await authorize(query)
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined])
  })

  test('a start when no issuer is configured', async () => {
    const bare = await createTestPlatform(absentEngine)
    for (const path of ['authorize?redirect_uri=https://console.example.test/&state=s', 'callback?state=s'])
      await bare.call.get(`/api/oidc/${path}`).expect(404)
    await bare.close()
  })
})

describe('an unavailable issuer', () => {
  test.each<IssuerFault>(['error', 'flood', 'another-issuer'])('%s: 503, without details', async (fault) => {
    issuer.fault(fault)
    const answer = await authorize({ redirect_uri: back, state: 's' })
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'The identity provider cannot be asked at the moment',
    ])
    issuer.fault(null)
    await authorize({ redirect_uri: back, state: 's' }).expect(302)
  })

  test('that fails during the sign-in is 503, and not a refusal', async () => {
    const path = await atIssuer()
    issuer.fault('error')
    const answer = await platform.call.get(path)
    expect(answer.status).toBe(503)
    expect(answer.text).not.toContain('inner-host')
  })
})
