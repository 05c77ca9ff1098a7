import { once } from 'node:events'
import { Client, subscriptionExchange, type OperationResult } from '@urql/core'
import { createClient } from 'graphql-ws'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listQuery, persisted } from '../support/live-operations.ts'
import { openInitialised, openPeer, type LivePeer, type LivePeerOptions } from '../support/live-peer.ts'
import { liveRow } from '../support/live-platform.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'

/** Every message and close code of graphql-transport-ws, as the gateway implements it. */

let trial: LiveTrial
let options: LivePeerOptions
let cookie: string
const begin = async (limits: Record<string, number> = {}) => {
  trial = await startLiveTrial({ env: { GRAPHQL_OPERATIONS: 'any' }, limits })
  cookie = await trial.signIn('ada')
  options = trial.socketOf(cookie)
}
afterEach(() => trial.close())

const list = { query: listQuery, variables: { appId: 'a1' } }
const publish = (name: string) =>
  trial.pusher.publish('apps.a1.workqueues', 'save', liveRow({ _id: 'w1', name }))
/** Sent last: when it is answered, everything before it has been. */
async function fence(peer: LivePeer): Promise<void> {
  const pongs = () => peer.received.filter(({ type }) => type === 'pong').length
  const before = pongs()
  peer.send({ type: 'ping' })
  expect(await until(() => pongs() > before, 5000)).toBe(true)
}
const refusal = (code: string) => ({
  message: expect.any(String) as string,
  // Bad input also has the faults of its fields.
  extensions: expect.objectContaining({
    code,
    statusCode: expect.any(Number) as number,
    requestId: expect.any(String) as string,
  }) as object,
})

describe('before the socket is open', () => {
  beforeEach(() => begin())

  test.each([[['graphql-ws']], [['graphql-transport-ws2', 'json']], [[]]])(
    'a client that offers %j is refused, where other servers open and close with 4406',
    async (protocols) => {
      expect(await openPeer({ ...options, protocols }).refused).toBe(400)
    },
  )

  test('of several subprotocols the gateway selects its own', async () => {
    const peer = await openInitialised({ ...options, protocols: ['json', 'graphql-transport-ws'] })
    expect(peer.socket.protocol).toBe('graphql-transport-ws')
  })

  test('a plain GET is answered with 426', async () => {
    const answer = await trial.send(cookie, 'GET', '/graphql')
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await answer.json()).toMatchObject({ code: 'UPGRADE_REQUIRED' })
  })
})

describe('messages', () => {
  beforeEach(() => begin())

  test.each([{}, { payload: {} }, { payload: { token: 'of another server' } }, { payload: null }])(
    'connection_init with %j is acknowledged',
    async (more) => {
      const peer = openPeer(options)
      await peer.opened()
      peer.send({ type: 'connection_init', ...more })
      expect(await peer.next()).toEqual({ type: 'connection_ack' })
    },
  )

  test('ping is answered by pong, before and after the acknowledgement; pong by nothing', async () => {
    const peer = openPeer(options)
    await peer.opened()
    peer.send({ type: 'ping' })
    expect(await peer.next()).toEqual({ type: 'pong' })
    peer.send({ type: 'pong' })
    peer.send({ type: 'pong', payload: { at: 1 } })
    peer.send({ type: 'connection_init' })
    expect(await peer.next()).toEqual({ type: 'connection_ack' })
    peer.send({ type: 'ping', payload: { at: 1 } })
    expect(await peer.next()).toEqual({ type: 'pong' })
    peer.socket.ping('of WebSocket')
    const [data] = (await once(peer.socket, 'pong')) as [Buffer]
    expect(data.toString()).toBe('of WebSocket')
  })

  test('subscribe is answered by next messages until complete; then the id is free', async () => {
    const peer = await openInitialised(options)
    const joined = { payload: { data: null, extensions: { live: { resync: true } } } }
    expect(await peer.subscribe('1', list)).toMatchObject({ type: 'next', id: '1', ...joined })
    publish('one')
    await peer.next()
    expect(await peer.next()).toMatchObject({
      type: 'next',
      id: '1',
      payload: { data: { workqueueList: { event: 'save', workqueue: { id: 'w1', name: 'one' } } } },
    })
    peer.send({ type: 'complete', id: '1' })
    await fence(peer)
    const before = peer.received.length
    publish('two')
    // A second subscription of the same channel shows that the event was delivered.
    await peer.subscribe('2', list)
    publish('three')
    await until(() => JSON.stringify(peer.received).includes('three'), 5000)
    expect(peer.received.slice(before).filter(({ id }) => id === '1')).toEqual([])
    expect(await peer.subscribe('1', list)).toMatchObject({ type: 'next', id: '1' })
  })

  test('complete of an unknown or not yet started id is not a fault', async () => {
    const peer = await openInitialised(options)
    peer.send({ type: 'complete', id: 'never seen' })
    peer.send({ id: '1', type: 'subscribe', payload: list })
    peer.send({ type: 'complete', id: '1' })
    await fence(peer)
    publish('one')
    await peer.subscribe('2', list)
    expect(peer.received.filter(({ id }) => id === '1')).toEqual([])
  })

  test('error ends an operation with a list of GraphQL errors, and nothing follows it', async () => {
    const peer = await openInitialised(options)
    const faults: [string, object][] = [
      ['BAD_REQUEST', { query: '{ apps { id } }' }],
      ['BAD_REQUEST', { query: 'mutation { deleteMembership(userId: "u") }' }],
      ['BAD_REQUEST', { query: 'subscription { nothing }' }],
      ['BAD_REQUEST', { query: 'subscription {' }],
      ['BAD_REQUEST', { query: '' }],
      ['BAD_REQUEST', {}],
      ['BAD_REQUEST', { ...list, variables: {} }],
      ['BAD_REQUEST', { ...list, variables: { appId: 'a1', status: 7 } }],
      ['BAD_REQUEST', { ...list, operationName: 'Other' }],
      ['BAD_REQUEST', { extensions: { persistedQuery: { version: 1, sha256Hash: 'unknown' } } }],
      ['NOT_FOUND', { ...list, variables: { appId: 'of.no.form' } }],
    ]
    for (const [code, payload] of faults) {
      const answer = await peer.subscribe('1', payload)
      expect([payload, answer]).toEqual([payload, { type: 'error', id: '1', payload: [refusal(code)] }])
    }
    await fence(peer)
    expect(peer.received.filter(({ type }) => !['connection_ack', 'error', 'pong'].includes(type))).toEqual(
      [],
    )
    expect(await peer.subscribe('1', list)).toMatchObject({ type: 'next' })
  })

  test('error ends a running subscription when its right is lost', async () => {
    const peer = await openInitialised(options)
    await peer.subscribe('1', list)
    await peer.subscribe('2', { ...list, variables: { appId: 'a2' } })
    trial.platform.appAccounts.set('a2', 'account-b')
    trial.platform.answers.set('DELETE apps/a2/collaborators/c1', () => 204)
    await trial.send(cookie, 'DELETE', '/api/apps/a2/collaborators/c1')
    expect(await until(() => peer.received.some(({ type }) => type === 'error'), 5000)).toBe(true)
    const errors = peer.received.filter(({ type }) => type === 'error')
    expect(errors).toEqual([{ type: 'error', id: '2', payload: [refusal('NOT_FOUND')] }])
    publish('one')
    await until(() => JSON.stringify(peer.received).includes('"one"'), 5000)
  })
})

describe('ends', () => {
  test.each([
    ['invalid JSON', 'no json'],
    ['incomplete JSON', '{"type":"ping"'],
    ['an array', '[]'],
    ['a string', '"ping"'],
    ['nothing', 'null'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"start","id":"1","payload":{}}'],
    ["a server's message", '{"type":"next","id":"1","payload":{}}'],
    ["a server's acknowledgement", '{"type":"connection_ack"}'],
    ["a server's error", '{"type":"error","id":"1","payload":[]}'],
    ['subscribe without id', `{"type":"subscribe","payload":{"query":"{a}"}}`],
    ['subscribe with an empty id', `{"type":"subscribe","id":"","payload":{"query":"{a}"}}`],
    ['subscribe with a number for id', `{"type":"subscribe","id":1,"payload":{"query":"{a}"}}`],
    ['an id of 129 characters', `{"type":"complete","id":"${'x'.repeat(129)}"}`],
    ['subscribe without payload', '{"type":"subscribe","id":"1"}'],
    ['subscribe with a query that is not a string', '{"type":"subscribe","id":"1","payload":{"query":7}}'],
    ['complete without id', '{"type":"complete"}'],
  ])('4400 for %s', async (_what, message) => {
    await begin()
    const peer = await openInitialised(options)
    peer.send(message)
    expect(await peer.closed).toBe(4400)
  })

  test('4400 for a binary frame with any content', async () => {
    await begin()
    const peer = await openInitialised(options)
    peer.socket.send(Buffer.from('{"type":"ping"}'))
    expect(await peer.closed).toBe(4400)
  })

  test('4401 for subscribe before the acknowledgement, and when the session ends', async () => {
    await begin()
    const early = openPeer(options)
    await early.opened()
    early.send({ id: '1', type: 'subscribe', payload: list })
    expect(await early.closed).toBe(4401)
    const peer = await openInitialised(options)
    expect((await trial.send(cookie, 'DELETE', '/session')).status).toBe(200)
    expect(await peer.closed).toBe(4401)
  })

  test('4408 without connection_init in time', async () => {
    await begin({ liveInitMs: 50 })
    const peer = openPeer(options)
    await peer.opened()
    peer.send({ type: 'ping' })
    expect(await peer.closed).toBe(4408)
  })

  test('4409 for an id in use, also during the rights check, with the reason', async () => {
    await begin()
    const peer = await openInitialised(options)
    const reason = once(peer.socket, 'close').then(([, text]) => String(text))
    peer.send({ id: 'one', type: 'subscribe', payload: list })
    peer.send({ id: 'one', type: 'subscribe', payload: list })
    expect(await peer.closed).toBe(4409)
    expect(await reason).toBe('Subscriber for one already exists')
    const running = await openInitialised(options)
    await running.subscribe('x'.repeat(128), list)
    running.send({ id: 'x'.repeat(128), type: 'subscribe', payload: list })
    expect(await running.closed).toBe(4409)
  })

  test('4429 for a second connection_init, and for too many messages', async () => {
    await begin({ liveMessagesPerSecond: 20 })
    const twice = await openInitialised(options)
    twice.send({ type: 'connection_init' })
    expect(await twice.closed).toBe(4429)
    const many = await openInitialised(options)
    for (let message = 0; message < 30; message++) many.send({ type: 'pong' })
    expect(await many.closed).toBe(4429)
  })

  test('1009 for a message that is too long, 1012 when the gateway stops', async () => {
    await begin()
    const long = await openInitialised(options)
    long.send({ type: 'ping', payload: { text: 'x'.repeat(70_000) } })
    expect(await long.closed).toBe(1009)
    const peer = await openInitialised(options)
    await peer.subscribe('1', list)
    const stopped = trial.stop()
    expect(await peer.closed).toBe(1012)
    await stopped
  })

  test('a client that disconnects ends its subscriptions', async () => {
    await begin()
    const peer = await openInitialised(options)
    await peer.subscribe('1', list)
    expect((await trial.metrics()).get('gateway_live_groups')).toBe(1)
    peer.socket.close(1000)
    expect(await peer.closed).toBe(1000)
    while ((await trial.metrics()).get('gateway_live_groups') !== 0) await new Promise(setImmediate)
  })
})

describe('published clients', () => {
  beforeEach(() => begin())

  const socketImpl = () =>
    class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols, { headers: options.headers })
      }
    }
  const clientOf = () =>
    createClient({
      url: options.url,
      webSocketImpl: socketImpl(),
      // It stays open without subscriptions until it has sent pings.
      retryAttempts: 0,
      keepAlive: 50,
      lazyCloseTimeout: 10_000,
    })

  test('graphql-ws subscribes, pings, is refused and disconnects', async () => {
    const client = clientOf()
    const pongs = new Promise((resolve) => client.on('pong', (received) => received && resolve(true)))
    const names: unknown[] = []
    const refused = new Promise((resolve) =>
      client.subscribe({ query: 'subscription { nothing }' }, { next() {}, complete() {}, error: resolve }),
    )
    const completed = new Promise<void>((complete, error) => {
      const stop = client.subscribe<{ workqueueList: { workqueue: { name: string } } }>(list, {
        next({ data }) {
          names.push(data?.workqueueList.workqueue.name)
          if (names.length < 4) publish(`${names.length}`)
          else stop()
        },
        complete,
        error,
      })
    })
    expect(await refused).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
    await completed
    expect(names).toEqual([undefined, '1', '2', '3'])
    expect(await pongs).toBe(true)
    await client.dispose()
  })

  test('urql subscribes through it, with an operation of the console', async () => {
    const live = clientOf()
    const { extensions } = persisted('WorkqueueListLive')
    const client = new Client({
      url: `${trial.url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query = '', variables }) => ({
            subscribe: (sink) => ({ unsubscribe: live.subscribe({ query, variables }, sink) }),
          }),
        }),
      ],
    })
    const results: OperationResult[] = []
    const { unsubscribe } = client
      .subscription(listQuery, { appId: 'a1' })
      .subscribe((result) => void results.push(result))
    expect(await until(() => results.length > 0, 5000)).toBe(true)
    publish('one')
    expect(await until(() => results.length > 1, 5000)).toBe(true)
    expect(results[1]).toMatchObject({ data: { workqueueList: { workqueue: { name: 'one' } } } })
    expect(results[1]?.error).toBeUndefined()
    unsubscribe()
    const stored = new Promise((resolve) =>
      live.subscribe(
        { query: '', variables: { appId: 'a1', perPage: 10 }, extensions },
        { next: resolve, error: resolve, complete() {} },
      ),
    )
    expect(await stored).toMatchObject({ extensions: { live: { resync: true } } })
    await live.dispose()
  })
})
