import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { fastest } from '../support/fastest.ts'
import { persisted } from '../support/live-operations.ts'
import { openInitialised } from '../support/live-peer.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'

let trial: LiveTrial
/** The calls for an operation. The gateway itself asks once what the platform can do. */
const operationCalls = () => trial.platform.calls.filter((call) => call !== 'GET capabilities')
let cookie: string
const begin = async (env?: Record<string, string>) => {
  trial = await startLiveTrial({ ...(env && { env }) })
  cookie = await trial.signIn('ada')
  trial.platform.calls.length = 0
}
afterEach(() => trial.close())

const nested = (levels: number) =>
  `{ apps { rows { ${'owner { '.repeat(levels)} id ${'}'.repeat(levels)} } } }`
const wide = (times: number, field: (index: number) => string) =>
  `{ ${Array.from({ length: times }, (_, index) => field(index)).join(' ')} }`

/** Each far beyond the console's own operations; each is refused before any call of the platform. */
const abuses: [string, unknown][] = [
  ['200 levels', { query: nested(200) }],
  ['5,000 aliases', { query: wide(5000, (index) => `a${index}: account { id }`) }],
  ['600 aliases of one field', { query: wide(600, (index) => `a${index}: account { id }`) }],
  ['one field 900 times', { query: wide(900, () => 'account { id name }') }],
  ['one field with an argument 350 times', { query: wide(350, () => 'app(id: "x") { id name }') }],
  ['1,000 operations in a list', Array.from({ length: 1000 }, () => ({ query: '{ account { id } }' }))],
  ['1,000 operations in a text', { query: 'query A { account { id } } '.repeat(1000), operationName: 'A' }],
  ['a text of 1 MB', { query: `{ account { id } } #${'x'.repeat(1_000_000)}\n{` }],
  ['1 MB of names', { query: wide(100_000, (index) => `f${index}`) }],
  ['a cycle of fragments', { query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' }],
  [
    'fragments that double 30 times',
    { query: `{ ...F0 } ${wideFragments(30)} fragment F30 on Query { account { id } }` },
  ],
  ['a name of 1 MB', { query: `{ ${'x'.repeat(1e6)} }` }],
  [
    'a variable of 1 MB',
    { query: 'query A($x: ID!) { app(id: $x) { id } }', variables: { x: ['x'.repeat(1e6)] } },
  ],
  ['directives 3,000 times', { query: `{ account ${'@include(if: true) '.repeat(3000)} { id } }` }],
]
function wideFragments(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
  ).join(' ')
}

describe('abuse of GraphQL', () => {
  beforeEach(() => begin({ GRAPHQL_OPERATIONS: 'any' }))

  test('is refused with a typed error over HTTP, fast and without a call', async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    let slowest = 0
    for (const [name, body] of abuses) {
      const ask = () => trial.send(cookie, 'POST', '/graphql', body)
      const answer = await ask()
      expect([name, answer.status]).toEqual([name, 400])
      const text = await answer.text()
      expect(text.length).toBeLessThan(4_000)
      expect(JSON.parse(text)).toMatchObject({
        code: 'BAD_REQUEST',
        requestId: expect.any(String) as string,
      })
      const ms = await fastest(12, async () => (await ask()).text())
      slowest = Math.max(slowest, ms)
    }
    delay.disable()
    expect(operationCalls()).toEqual([])
    // Client and gateway share the process here.
    expect(slowest).toBeLessThan(50)
    evidence({
      check: 31,
      figures: {
        'abusive operations': abuses.length,
        'refused with 400': abuses.length,
        'calls to the platform': 0,
        'slowest, ms of processor': Math.round(slowest),
        'loop delay p99 ms': Math.round(delay.percentile(99) / 1e6),
      },
      breaks:
        'operations are validated before their size is known, depth and aliases are not limited, or an answer repeats the request',
    })
  })

  test('is refused over the socket as well, which stays open', async () => {
    const peer = await openInitialised(trial.socketOf(cookie))
    for (const [name, payload] of abuses) {
      if (Array.isArray(payload) || JSON.stringify(payload).length > 60_000) continue
      const subscription = JSON.parse(JSON.stringify(payload).replaceAll('"{', '"subscription {')) as object
      for (const sent of [payload as object, subscription]) {
        const answer = await peer.subscribe(`${name} ${sent === payload}`, sent)
        expect([name, answer.type]).toEqual([name, 'error'])
        expect(answer.payload).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
      }
    }
    expect(peer.socket.readyState).toBe(peer.socket.OPEN)
    expect(operationCalls()).toEqual([])
    evidence({
      check: 31,
      figures: { transport: 'socket', 'refused with a typed error': 'all that fit into a message' },
      breaks: 'the socket prepares documents without the limits of HTTP',
    })
  })
})

test('in production no caller can execute a text or introspection', async () => {
  await begin()
  const peer = await openInitialised(trial.socketOf(cookie))
  for (const query of [
    '{ __schema { types { name } } }',
    '{ __type(name: "App") { name } }',
    '{ account { id } }',
  ]) {
    const answer = await trial.send(cookie, 'POST', '/graphql', { query })
    expect([query, answer.status]).toEqual([query, 400])
    expect(await answer.text()).not.toContain('"types"')
    expect((await peer.subscribe(query, { query })).type).toBe('error')
  }
  expect(operationCalls()).toEqual([])
  evidence({
    check: 31,
    figures: { 'introspection in production': 'refused', 'texts in production': 'refused' },
    breaks: 'GRAPHQL_OPERATIONS is `any` by default',
  })
})

test('a form of another site executes nothing', async () => {
  await begin()
  const mutation = persisted('DeleteMembership', { userId: 'user-carl' })
  const text = JSON.stringify(mutation)
  const form = new FormData()
  form.set('operations', text)
  const query = `extensions=${encodeURIComponent(JSON.stringify(mutation.extensions))}&variables=${encodeURIComponent('{"userId":"user-carl"}')}`
  const ask = (init: RequestInit, headers: Record<string, string>, path = '/graphql') =>
    fetch(trial.url + path, { ...init, headers: { cookie, ...headers } }).then(({ status }) => status)
  const evil = { origin: 'http://evil.example' }
  const post = { method: 'POST', body: text }
  const json = { 'content-type': 'application/json' }
  const answers = {
    'text/plain': await ask(post, { ...evil, 'content-type': 'text/plain' }),
    'text/plain that calls itself JSON': await ask(post, {
      ...evil,
      'content-type': 'text/plain; application/json',
    }),
    'a form': await ask(
      { method: 'POST', body: query },
      { ...evil, 'content-type': 'application/x-www-form-urlencoded' },
    ),
    multipart: await ask({ method: 'POST', body: form }, evil),
    GET: await ask({ method: 'GET' }, evil, `/graphql?${query}`),
    'GET without an origin': await ask({ method: 'GET' }, {}, `/graphql?${query}`),
    'JSON without the header': await ask(post, { ...evil, ...json }),
    'JSON without the header, no origin': await ask(post, json),
    'JSON with the header from elsewhere': await ask(post, { ...evil, ...json, 'x-csrf': '1' }),
    'own origin without the header': await ask(post, { ...json, origin: trial.url }),
  }
  for (const [form, status] of Object.entries(answers)) expect([form, status >= 400]).toEqual([form, true])
  expect(operationCalls()).toEqual([])
  // The same operation is executed when it is sent as the console sends it.
  expect((await trial.send(cookie, 'POST', '/graphql', mutation)).status).toBe(200)
  expect(trial.platform.calls).toEqual(['DELETE accounts/account-a/memberships/user-carl'])
  evidence({
    check: 32,
    figures: { forms: Object.keys(answers).length, executions: 0, ...answers },
    breaks: 'a call that changes data needs no additional header',
  })
})
