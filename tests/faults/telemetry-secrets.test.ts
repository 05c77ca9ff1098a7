import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { schema } from '#server/gateway/schema.ts'
import { markedAccount, type MarkedAccount } from '../integration/marked-account.ts'
import { openLive, type Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { absent, matrix } from '../support/account-matrix.ts'
import { everyQuery } from '../support/every-query.ts'
import { evidence } from '../support/evidence.ts'
import { cookieOf, freePort } from '../support/gateway.ts'
import { startOtlpReceiver, type OtlpReceiver } from '../support/otlp-receiver.ts'
import { startRelay, type Relay } from '../support/tcp-relay.ts'

/**
 * Check 65: logs, metrics and traces contain no secret, and enough to find each failure: 200 marked secrets are sent
 * to every route, in bodies, headers and addresses; then log, metrics and traces are searched.
 */

interface Line {
  name: string
  level: number
  reqId?: string
  requestId?: string
  msg: string
  statusCode?: number
}

/** An answer of 400 and above. */
interface Failure {
  call: string
  status: number
  requestId: string
}

const WARN = 40
const log: string[] = []
const secrets: string[] = []
const failures: Failure[] = []
let metrics: number
let traces: OtlpReceiver
let platformRelay: Relay
let path: WholePath
let owner: Operator
let account: MarkedAccount
beforeAll(async () => {
  metrics = await freePort()
  traces = await startOtlpReceiver()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }
  path = await startWholePath({
    platformEnv: traced,
    env: {
      ...traced,
      GRAPHQL_OPERATIONS: 'any',
      LOG_LEVEL: 'trace',
      METRICS_PORT: String(metrics),
      HOST: '127.0.0.1',
      SSO_AUTHORIZE_URL: 'https://sso.example.test/authorize',
    },
    onLog: (line) => log.push(line),
    async by(part, target) {
      const relay = await startRelay(target)
      if (part === 'platform') platformRelay = relay
      return relay.port
    },
  })
  owner = await path.signUp('owner')
  account = await markedAccount(owner)
  secrets.push(...account.secrets, owner.cookie.split('=')[1] ?? '', path.password)
}, 120_000)
afterAll(async () => {
  await path.close()
  await platformRelay.close()
  traces.close()
})

function mark(kind: string): string {
  const secret = `marked-${kind}-${crypto.randomUUID()}`
  secrets.push(secret)
  return secret
}

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch'

/** One call; every failure must have the same id in header and body. */
async function send(method: Method, url: string, headers: Record<string, string>, body?: object | string) {
  const sent = path.http[method](url).set({ 'x-csrf': '1', ...headers })
  if (typeof body === 'string') void sent.set('content-type', 'application/json')
  const answer = await (body === undefined ? sent : sent.send(body))
  if (answer.status < 400) return answer
  const call = `${method} ${url}`
  const { statusCode, code, message, requestId } = answer.body as Record<string, unknown>
  expect([call, typeof code, typeof message]).toEqual([call, 'string', 'string'])
  expect([call, statusCode, requestId]).toEqual([call, answer.status, answer.headers['x-request-id']])
  failures.push({ call, status: answer.status, requestId: String(requestId) })
  return answer
}

/** Passwords and tokens of every kind, valid and invalid, in every position that callers use. */
async function signInAttempts(): Promise<void> {
  const email = owner.member.email
  for (let round = 0; round < 8; round++) {
    await send(
      'post',
      '/session',
      {},
      { email: `somebody-${round}@example.test`, password: mark('password') },
    )
    await send('post', '/session', {}, `{"email":"${email}","password":"${mark('password')}"`)
    await send('post', '/session/token', {}, { token: mark('temporary'), state: mark('state') })
    await send('post', '/session/invitation', {}, { token: mark('invitation'), password: mark('password') })
    await send('post', '/session/password', {}, { token: mark('reset'), password: mark('password') })
    await send('get', `/session/sso?redirectTo=/&token=${mark('address')}`, {})
    await send('get', `/apps?token=${mark('address')}&state=${mark('state')}`, {})
    await send('get', `/api/apps?token=${mark('address')}`, { authorization: `Bearer ${mark('bearer')}` })
    await send('get', '/api/apps', { authorization: `Basic ${mark('basic')}`, cookie: `x=${mark('cookie')}` })
    await send('get', '/api/apps', { cookie: `console=${mark('cookie')}` })
    await send('get', `/api/%2e%2e/${mark('path')}`, { cookie: owner.cookie })
    await send('post', '/api/users/login', {}, { email, password: mark('password') })
  }
  const signedIn = await send('post', '/session', {}, { email, password: path.password })
  const cookie = cookieOf(signedIn) ?? ''
  secrets.push(cookie.split('=')[1] ?? '')
  await send(
    'post',
    '/session/password',
    { cookie },
    { current: mark('password'), password: mark('password') },
  )
  const stranger = openLive(path.url, { cookie: `console=${mark('cookie')}`, origin: path.url })
  expect(await stranger.refused).toBe(401)
}

/** Calls every route of the platform through the gateway, with unknown ids, and every query. */
async function everyRoute(): Promise<void> {
  const { cookie } = owner
  for (const [route, { foreign, own }] of Object.entries(matrix)) {
    const method = route.split(' ')[0]?.toLowerCase() as Method
    for (const call of foreign.slice(0, 1)) {
      const { url, body } = call(absent, account.ids)
      await send(method, url, { cookie }, body && { ...body, value: mark('body') })
    }
    if (own) await send('get', own, { cookie })
  }
  for (const { query } of [...everyQuery(schema, account.ids), ...everyQuery(schema, absent)])
    await send('post', '/graphql', { cookie }, { query })
  const { app } = account.ids
  await send(
    'post',
    '/graphql',
    { cookie },
    {
      query: 'mutation($v: String!) { addVariable(appId: "x", name: "N", value: $v) { id } }',
      variables: { v: mark('variable') },
    },
  )
  await send('post', '/graphql', { cookie }, { query: `{ nothing(secret: "${mark('query')}") }` })
  // Calls of workers get errors in the form of the SQS protocol.
  const routes = path.gateway.routeTable.filter(({ access }) => access !== 'signed')
  for (const { method, url } of routes) {
    const target = `${url.replace('*', `apps/${app}`)}?token=${mark('address')}`
    const verb = method.toLowerCase() as Method
    if (
      ['get', 'post', 'put', 'delete', 'patch'].includes(verb) &&
      !(verb === 'delete' && url === '/session')
    )
      await send(verb, target, { authorization: `Bearer ${mark('bearer')}` })
  }
}

const lines = () => log.map((line) => JSON.parse(line) as Line)
const linesOf = (found: Line[], { requestId }: Failure) =>
  found.filter((line) => line.reqId === requestId || line.requestId === requestId)

/** The largest number of label sets of a metric. */
function cardinality(text: string): number {
  const sets = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\} /gm)) {
    const own = labels.replace(/,?le="[^"]*"/, '')
    sets.set(name, (sets.get(name) ?? new Set()).add(own))
  }
  return Math.max(...[...sets.values()].map(({ size }) => size))
}

test('check 65: log, metrics and traces contain no secret, and each failure is found in them by its id', async () => {
  await signInAttempts()
  await everyRoute()
  // Both sides use the same ids: the platform names a refusal by the id that the browser got.
  const found = lines()
  const refused = failures.filter(({ call, status }) => / \/api\/[a-z]/.test(call) && status === 404)
  expect(refused.length).toBeGreaterThan(50)
  for (const failure of refused) {
    const names = new Set(linesOf(found, failure).map(({ name }) => name))
    expect([failure.call, names]).toEqual([failure.call, new Set(['gateway', 'platform'])])
  }

  platformRelay.dropReplies = true
  platformRelay.cut()
  const before = failures.length
  await send('get', '/api/apps', { cookie: owner.cookie })
  await send('post', '/session', {}, { email: 'a@example.test', password: mark('password') })
  const down = failures.slice(before)
  expect(down.map(({ status }) => status)).toEqual([503, 503])
  const answer = await send('post', '/graphql', { cookie: owner.cookie }, { query: '{ apps { id } }' })
  const [error] = answer.body.errors as { extensions: { requestId: string } }[]
  down.push({ call: 'graphql', status: 503, requestId: error?.extensions.requestId ?? '' })
  for (const failure of down)
    expect([failure.call, linesOf(lines(), failure).some(({ level }) => level >= WARN)]).toEqual([
      failure.call,
      true,
    ])
  platformRelay.dropReplies = false

  expect(new Set(secrets).size).toBeGreaterThanOrEqual(200)
  const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  await vi.waitFor(() => expect(traces.spans.length).toBeGreaterThan(1000), { timeout: 10_000 })
  const told = log.join('') + figures + traces.requests.map(({ text }) => text).join('')
  expect(
    secrets.filter((secret) => told.includes(secret) || told.includes(decodeURIComponent(secret))),
  ).toEqual([])
  expect(figures).toContain('gateway_http_request_duration_seconds')
  const most = cardinality(figures)
  expect(most).toBeLessThan(500)
  expect((await path.http.get('/metrics')).text).not.toContain('gateway_http_request')
  evidence({
    check: 65,
    figures: {
      secrets: new Set(secrets).size,
      'of these in log and metrics': 0,
      'failures with an id': failures.length,
      'found at gateway and platform by their id': refused.length,
      'label sets of one metric, at most': most,
    },
    breaks: 'request lines are logged; the id is not forwarded; the label of a route is its address',
  })
}, 120_000)
