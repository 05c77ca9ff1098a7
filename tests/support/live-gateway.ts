import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import type { GatewayConfig } from '#server/config.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { graphqlPlugin, type GraphqlPluginOptions } from '#server/gateway/graphql-plugin.ts'
import type { LiveListener, LiveSource } from '#server/gateway/realtime/live-source.ts'
import type { Principal } from '#server/gateway/session/principal.ts'
import { createEndedSessions, type EndedSessions } from '#server/gateway/session/sessions.ts'
import type { UpstreamCall, UpstreamCaller } from '#server/gateway/upstream/call.ts'
import type { Upstream } from '#server/gateway/upstream/client.ts'

/** A platform with a few answers: `METHOD path` -> body, an AppError to throw, or a function of the call. */
export type Answers = Record<string, unknown>

export interface FakeUpstream extends Upstream {
  answers: Answers
  calls: { caller: UpstreamCaller | null; call: UpstreamCall }[]
}

export function fakeUpstream(answers: Answers = {}): FakeUpstream {
  const upstream: FakeUpstream = {
    answers,
    calls: [],
    async request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T> {
      upstream.calls.push({ caller, call })
      const account = caller?.accountId ? ` @${caller.accountId}` : ''
      const key = `${call.method} ${call.path}`
      const found = upstream.answers[key + account] ?? upstream.answers[key]
      const answer: unknown =
        typeof found === 'function' ? await (found as (call: UpstreamCall) => unknown)(call) : found
      if (answer === undefined) throw new AppError('NOT_FOUND')
      if (answer instanceof Error) throw answer
      return answer as T
    },
    close: async () => {},
  }
  return upstream
}

/** A live source that the test controls. Channels are ready at once unless `hold` is set. */
export interface FakeSource extends LiveSource {
  hold: boolean
  publish(channel: string, event: string, data: unknown): void
  ready(): void
  away(): void
  channels(): string[]
}

export function fakeSource(): FakeSource {
  const listeners = new Map<string, LiveListener>()
  const source: FakeSource = {
    hold: false,
    subscribe(channel, listener) {
      listeners.set(channel, listener)
      if (!source.hold) listener.onReady()
      return () => listeners.delete(channel)
    },
    state: () => 'up',
    counters: { connections: 1, errors: 0, refusedChannels: 0 },
    close: () => {},
    publish: (channel, event, data) => listeners.get(channel)?.onEvent(event, data),
    ready: () => listeners.forEach((listener) => listener.onReady()),
    away: () => listeners.forEach((listener) => listener.onUnavailable()),
    channels: () => [...listeners.keys()],
  }
  return source
}

export function principalOf(name: string, account = 'acc'): Principal {
  return {
    sid: `sid-${name}`,
    user: { _id: `user-${name}`, email: `${name}@example.com` },
    account: { _id: account, name: account },
    token: `token-${name}`,
    sso: false,
    ends: Infinity,
  }
}

export interface LiveGateway {
  app: FastifyInstance
  upstream: FakeUpstream
  source: FakeSource
  sessions: EndedSessions
  /** The signed-in user by cookie value. */
  principals: Map<string, Principal>
  url: string
  /** A WebSocket class whose upgrades have this user's cookie and the gateway's origin. */
  socketOf(user: string, headers?: Record<string, string>): typeof WebSocket
  close(): Promise<void>
}

export interface LiveGatewayOptions extends Partial<Pick<GraphqlPluginOptions, 'operations' | 'limits'>> {
  config?: Partial<GatewayConfig>
  answers?: Answers
  clock?: Clock
  source?: LiveSource
  /** Receives every line that a request logs. */
  onLog?: (line: string) => void
}

/** The GraphQL plugin on a minimal server: the header `cookie: user=NAME` replaces the sealed session. */
export async function startLiveGateway(options: LiveGatewayOptions = {}): Promise<LiveGateway> {
  const { onLog } = options
  const app = onLog ? Fastify({ loggerInstance: pino({}, { write: onLog }) as FastifyBaseLogger }) : Fastify()
  const upstream = fakeUpstream(options.answers)
  const source = fakeSource()
  const clock = options.clock ?? systemClock
  const sessions = createEndedSessions(3_600_000, clock)
  const principals = new Map([['anna', principalOf('anna')]])
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request) => {
    const name = /user=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const principal = principals.get(name)
    request.principal = principal && !sessions.isEnded(principal.sid) ? principal : null
  })
  const config = {
    MAX_SOCKETS: 100,
    MAX_SOCKETS_PER_USER: 20,
    GRAPHQL_OPERATIONS: 'any',
    ...options.config,
  } as GatewayConfig
  await app.register(graphqlPlugin, {
    upstream,
    sessions,
    live: options.source ?? source,
    config,
    log: pino({ level: 'silent' }),
    clock,
    ...(options.operations && { operations: options.operations }),
    ...(options.limits && { limits: options.limits }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    upstream,
    source,
    sessions,
    principals,
    url: `ws://127.0.0.1:${port}/graphql`,
    socketOf: (user, headers = {}) =>
      class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols, {
            headers: { cookie: `user=${user}`, origin: `http://127.0.0.1:${port}`, ...headers },
          })
        }
      } as unknown as typeof WebSocket,
    close: () => app.close(),
  }
}
