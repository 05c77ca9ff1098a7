import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import { issueToken } from '#server/platform/auth/tokens.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createLink } from '#server/platform/people/mail-links.ts'
import { openLive, type Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { evidence } from '../support/evidence.ts'
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts'
import { cookieOf, freePort, testKey } from '../support/gateway.ts'
import { startRelay, type Relay } from '../support/tcp-relay.ts'

/**
 * Check 73: whatever ends a session, no gateway accepts its cookie 30 seconds later, also after the gateway that ended
 * it was killed. The first gateway is a process, the second one is in this process; both have the same key.
 */

let path: WholePath
let relay: Relay
let first: GatewayProcess
let firstUrl: string
beforeAll(async () => {
  path = await startWholePath()
  relay = await startRelay(Number(new URL(path.platformUrl).port))
  const port = await freePort()
  firstUrl = `http://127.0.0.1:${port}`
  first = await startFirst(port)
})
afterAll(async () => {
  await first.end('SIGKILL')
  await path.close()
  await relay.close()
})

function startFirst(port: number): Promise<GatewayProcess> {
  return startGatewayProcess({
    PORT: String(port),
    SESSION_KEY: testKey,
    PLATFORM_URL: `http://127.0.0.1:${relay.port}`,
    PUSHER_KEY: 'of a service that is away',
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: '9',
    PUSHER_TLS: 'false',
  })
}

async function send(method: string, route: string, cookie: string, body?: object, base = firstUrl) {
  const answer = await fetch(base + route, {
    method,
    headers: { cookie, 'x-csrf': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  })
  const set = { headers: { 'set-cookie': answer.headers.getSetCookie() } }
  const text = await answer.text()
  return { status: answer.status, text, cookie: cookieOf(set) ?? '' }
}

/** An action of the first gateway that must succeed. */
async function act(method: string, route: string, cookie: string, body?: object): Promise<string> {
  const answer = await send(method, route, cookie, body)
  if (answer.status >= 300) throw new Error(`${method} ${route} answered ${answer.status} ${answer.text}`)
  return answer.cookie
}

const signIn = (email: string, before = '') =>
  act('POST', '/session', before, { email, password: path.password })

/** How many ways a gateway still accepts a cookie. */
async function accepted(base: string, cookie: string): Promise<number> {
  const session = await send('GET', '/session', cookie, undefined, base)
  const answers = [
    session.text.includes('"authenticated":true'),
    (await send('GET', '/api/account', cookie, undefined, base)).status === 200,
    (await send('POST', '/session/refresh', cookie, undefined, base)).status === 204,
  ]
  return answers.filter(Boolean).length
}

/** Each way to end a session; returns cookies that are dead, and those that continue. */
type Ending = (user: Operator, cookie: string) => Promise<{ dead: string[]; alive?: string[] }>

const database = () => createDatabase(path.pool)
const secondAccount = async ({ member }: Operator) => {
  const accountId = `second-${member.userId}`
  await path.pool.query('insert into accounts (id, name) values ($1, $2)', [accountId, accountId])
  const membership = "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')"
  await path.pool.query(membership, [accountId, member.userId])
  return { accountId }
}
const refreshed = async (cookie: string) => act('POST', '/session/refresh', cookie)

const endings: Record<string, Ending> = {
  'sign-out': async (_user, cookie) => {
    await act('DELETE', '/session', cookie)
    return { dead: [cookie] }
  },
  'sign-out after an exchange of the token': async (_user, cookie) => {
    const newer = await refreshed(cookie)
    await act('DELETE', '/session', newer)
    return { dead: [cookie, newer] }
  },
  'sign-out while the platform is away': async (_user, cookie) => {
    const before = await signOuts()
    relay.blackhole = true
    await act('DELETE', '/session', cookie)
    relay.blackhole = false
    relay.cut()
    // The gateway repeats the call.
    await vi.waitFor(async () => expect(await signOuts()).toBeGreaterThan(before), 10_000)
    return { dead: [cookie] }
  },
  'second sign-in in the same browser': async ({ member }, cookie) => ({
    dead: [cookie],
    alive: [await signIn(member.email, cookie)],
  }),
  'sign-in of another user in the same browser': async (_user, cookie) => {
    const other = await path.signUp('another')
    return { dead: [cookie], alive: [await signIn(other.member.email, cookie)] }
  },
  'single sign-on in the same browser': async ({ member: { userId } }, cookie) => {
    const token = await issueToken(database(), { userId, kind: 'temporary', now: Date.now() })
    return { dead: [cookie], alive: [await act('POST', '/session/token', cookie, { token })] }
  },
  'invitation of a new user in the same browser': async ({ member }, cookie) => {
    const target = { account_id: member.accountId, role: 'member' } as const
    const link = { kind: 'invitation', email: 'new@example.test', target, by: null, now: Date.now() } as const
    const body = { token: await createLink(database(), link), password: 'a password of mine' }
    return { dead: [cookie], alive: [await act('POST', '/session/invitation', cookie, body)] }
  },
  'change of account': async (user, cookie) => {
    const account = await secondAccount(user)
    return { dead: [cookie], alive: [await act('PUT', '/session/account', cookie, account)] }
  },
  'change of account after an exchange of the token': async (user, cookie) => {
    const newer = await refreshed(cookie)
    const account = await secondAccount(user)
    return { dead: [cookie, newer], alive: [await act('PUT', '/session/account', newer, account)] }
  },
  'new password in another browser': async ({ member }, cookie) => {
    const other = await signIn(member.email)
    const body = { current: path.password, password: 'another password' }
    await act('POST', '/session/password', other, body)
    return { dead: [cookie], alive: [other] }
  },
  'new password by a mailed link': async ({ member }, cookie) => {
    const link = { kind: 'password-reset', email: member.email, by: null, now: Date.now() } as const
    const token = await createLink(database(), link)
    await act('POST', '/session/password', '', { token, password: 'another password' })
    return { dead: [cookie] }
  },
}

/** Sign-outs that the platform has recorded. */
async function signOuts(): Promise<number> {
  const { rows } = await path.pool.query("select 1 from audit where action = 'logout'")
  return rows.length
}

test('check 73: after eleven kinds of ending and a kill no gateway accepts a cookie', async () => {
  const dead: { ending: string; cookie: string }[] = []
  const alive: { ending: string; cookie: string }[] = []
  const closings: Promise<{ ending: string; ms: number }>[] = []
  for (const [ending, end] of Object.entries(endings)) {
    const user = await path.signUp(`user-${dead.length}`)
    const cookie = await signIn(user.member.email)
    expect([await accepted(firstUrl, cookie), await accepted(path.url, cookie)]).toEqual([3, 3])
    const socket = openLive(path.url, { cookie, origin: path.url })
    await new Promise<void>((connected) => socket.client.on('connected', () => connected()))
    const result = await end(user, cookie)
    const begun = systemClock.monotonic()
    // The token of a changed account lives for ten more seconds, for calls under way.
    if (!ending.startsWith('change of account'))
      closings.push(socket.closed.then(() => ({ ending, ms: systemClock.monotonic() - begun })))
    dead.push(...result.dead.map((one) => ({ ending, cookie: one })))
    alive.push(...(result.alive ?? []).map((one) => ({ ending, cookie: one })))
  }
  const port = Number(new URL(firstUrl).port)
  await first.end('SIGKILL')
  first = await startFirst(port)
  await path.pool.query("update tokens set expires = expires - interval '30 seconds'")

  const found: string[] = []
  for (const { ending, cookie } of dead)
    for (const base of [firstUrl, path.url])
      if ((await accepted(base, cookie)) > 0) found.push(`${ending} at ${base}`)
  expect(found).toEqual([])
  for (const { ending, cookie } of alive)
    for (const base of [firstUrl, path.url])
      expect([ending, await accepted(base, cookie)]).toEqual([ending, 3])
  const slowest = Math.max(...(await Promise.all(closings)).map(({ ms }) => ms))
  expect(slowest).toBeLessThan(5_000)
  evidence({
    check: 73,
    figures: {
      'kinds of ending': Object.keys(endings).length,
      gateways: 2,
      'cookies tried after a kill': dead.length,
      accepted: 0,
      'sessions that continue, accepted': alive.length,
      'slowest end of an open socket at the other gateway, ms': Math.round(slowest),
    },
    breaks:
      'a replaced session ends only in the memory of its gateway, or a call that the platform missed is not repeated',
  })
})
