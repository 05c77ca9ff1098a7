import { createClient, type Client, type SubscribePayload } from 'graphql-ws'
import type supertest from 'supertest'
import { WebSocket } from 'ws'
import type { LiveExtensions } from '#shared/realtime/events.ts'
import operationTable from '#shared/operations.json' with { type: 'json' }
import type { Call } from '../support/account-matrix.ts'
import { cookieOf } from '../support/gateway.ts'
import type { Member } from '../support/platform-app.ts'

export const operations = Object.entries(operationTable).map(([hash, { name, text }]) => ({
  hash,
  name,
  isSubscription: text.startsWith('subscription'),
}))

export interface Answer {
  status: number
  body: Record<string, unknown>
  text: string
}

/** The messages of one live subscription so far. */
export interface Watched {
  /** Data of every message, in order of arrival. */
  data: unknown[]
  /** Resolves when the subscription is joined; every later event is received. */
  joined: Promise<void>
  /** The GraphQL errors that ended it; stays pending while it continues. */
  refused: Promise<unknown[]>
  /** Resolves with the first matching message, past or future. */
  until(fits: (data: never) => boolean): Promise<void>
}

export interface LiveConnection {
  client: Client
  /** Everything that the socket has received, as text. */
  frames: string[]
  /** The code with which the socket was closed. */
  closed: Promise<number>
  /** The HTTP status with which the upgrade was refused; stays pending when it was not. */
  refused: Promise<number>
  watch(name: string, variables: Record<string, unknown>): Watched
  /** The same for a text that is not a stored operation, where the gateway accepts any. */
  watchText(query: string): Watched
}

/** A signed-in user with only what a browser has: the cookie and the client's printed operations. */
export interface Operator {
  member: Member
  cookie: string
  /** `route` starts with the method. */
  send(route: string, call: Call): Promise<Answer>
  graphql(name: string, variables?: Record<string, unknown>): Promise<Answer>
  live(): LiveConnection
}

export interface OperatorParts {
  http: ReturnType<typeof supertest>
  url: string
  member: Member
  cookie: string
}

export function createOperator({ http, url, member, cookie }: OperatorParts): Operator {
  const headers = { cookie, 'x-csrf': '1', origin: url }
  const send: Operator['send'] = async (route, call) => {
    const method = route.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    // supertest uses the host of the given listener, and the origin must name it.
    const sent = http[method](call.url).set(headers).set('host', new URL(url).host)
    const { status, body, text } = await (call.body === undefined ? sent : sent.send(call.body))
    return { status, body: body as Record<string, unknown>, text }
  }
  return {
    member,
    cookie,
    send,
    graphql: (name, variables = {}) =>
      send('POST /graphql', { url: '/graphql', body: { variables, ...persisted(name) } }),
    live: () => openLive(url, { cookie, origin: url }),
  }
}

/** The same user in another account; `cookie` is that session's. */
export async function switched(
  { http, url, member, cookie }: OperatorParts,
  accountId: string,
): Promise<Operator> {
  const headers = { cookie, 'x-csrf': '1' }
  const answer = await http.put('/session/account').set(headers).send({ accountId }).expect(200)
  return createOperator({ http, url, member, cookie: cookieOf(answer) ?? '' })
}

/** The request of a printed operation, as the client sends it. */
export function persisted(name: string) {
  const operation = operations.find((each) => each.name === name)
  return { extensions: { persistedQuery: { version: 1, sha256Hash: operation?.hash } } }
}

export function openLive(url: string, headers: Record<string, string>): LiveConnection {
  const frames: string[] = []
  let onRefused: (status: number) => void
  const refused = new Promise<number>((resolve) => (onRefused = resolve))
  class BrowserSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { headers })
      this.on('message', (bytes: Buffer) => frames.push(bytes.toString()))
      this.on('unexpected-response', (request, response) => {
        onRefused(response.statusCode ?? 0)
        request.destroy()
      })
    }
  }
  let onClosed: (code: number) => void
  const closed = new Promise<number>((resolve) => (onClosed = resolve))
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: BrowserSocket,
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
    on: { closed: (event) => onClosed((event as { code: number }).code) },
  })
  return {
    client,
    frames,
    closed,
    refused,
    // The library requires a text; the gateway uses only the hash, as with the console's own client.
    watch: (name, variables) => watch(client, { query: '', ...persisted(name), variables }),
    watchText: (query) => watch(client, { query }),
  }
}

function watch(client: Client, payload: SubscribePayload): Watched {
  const data: unknown[] = []
  const waiting = new Set<() => void>()
  let onJoined: () => void
  let onRefused: (errors: unknown[]) => void
  const joined = new Promise<void>((resolve) => (onJoined = resolve))
  const refused = new Promise<unknown[]>((resolve) => (onRefused = resolve))
  client.subscribe<unknown, LiveExtensions>(payload, {
    next(message) {
      // The first message is a resync: from here on every change is received.
      onJoined()
      if (message.data) data.push(message.data)
      for (const look of waiting) look()
    },
    error: (errors) => onRefused(Array.isArray(errors) ? errors : [errors]),
    complete: () => {},
  })
  return {
    data,
    joined,
    refused,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          if (!data.some((each) => fits(each as never))) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
