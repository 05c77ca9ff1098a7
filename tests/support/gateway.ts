import type { AddressInfo } from 'node:net'
import { findFreePort } from '#server/lib/listening.ts'
import { createLogger } from '#server/lib/logger.ts'
import { pino } from 'pino'
import supertest from 'supertest'
import type { FastifyInstance } from 'fastify'
import { readGatewayConfig } from '#server/config.ts'
import { buildGateway, type GatewayDeps } from '#server/gateway/app.ts'
import { ada, startFakePlatform, type FakePlatform } from './fake-platform.ts'

/** A clock that changes only when the test advances it. */
export interface TestClock {
  now(): number
  monotonic(): number
  advance(ms: number): void
}

export interface TestGateway {
  app: FastifyInstance
  platform: FakePlatform
  clock: TestClock
  /** `http://127.0.0.1:port`. */
  url: string
  /** supertest on the app's server. */
  http: ReturnType<typeof supertest>
  /** Signs in and returns the session's cookie as `name=value`. */
  signIn(body?: object): Promise<string>
  close(): Promise<void>
}

export interface TestGatewayOptions extends Partial<
  Pick<GatewayDeps, 'clientDir' | 'limits' | 'sessionKeys'>
> {
  env?: Record<string, string>
  platform?: FakePlatform
  clock?: TestClock
  /** Length of the fake platform's tokens in characters. */
  tokenBytes?: number
  /** Port of a realtime service; without it the service is unavailable. */
  pusherPort?: number
  /** Receives every log line, of level debug and above unless `env` sets another level. */
  onLog?: (line: string) => void
}

export const testKey = '9f0c4e6a1b7d3852e4f60a9c8b1d7e35c2a4f8061e9d3b75a0c6e2f418d7b93a'

export function createTestClock(): TestClock {
  let at = Date.now()
  return { now: () => at, monotonic: () => at, advance: (ms) => void (at += ms) }
}

/** The real gateway with a fake platform. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const platform = options.platform ?? (await startFakePlatform(options))
  const clock = options.clock ?? createTestClock()
  const { onLog } = options
  const config = readGatewayConfig({ LOG_LEVEL: onLog ? 'debug' : 'silent', ...options.env })
  const app = await buildGateway({
    config,
    log: onLog
      ? createLogger('gateway', config.LOG_LEVEL, { write: onLog })
      : pino({ level: config.LOG_LEVEL }),
    clock,
    platformUrl: platform.url,
    pusher: {
      key: 'key',
      cluster: '',
      host: '127.0.0.1',
      tls: false,
      port: options.pusherPort ?? (await freePort()),
    },
    sessionKeys: options.sessionKeys ?? [testKey],
    clientDir: options.clientDir ?? null,
    limits: { closeMs: 500, ...options.limits },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const http = supertest(app.server)
  return {
    app,
    platform,
    clock,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    http,
    async signIn(body = {}) {
      const sent = { email: ada.email, password: ada.password, ...body }
      const answer = await http.post('/session').set('x-csrf', '1').send(sent).expect(200)
      return cookieOf(answer) ?? ''
    },
    async close() {
      await app.close()
      await platform.close()
    },
  }
}

/**
 * The real gateway with the server at that address. It has no user to sign in; callers send their own
 * credentials.
 */
export async function startGatewayBefore(
  url: string,
  options: Omit<TestGatewayOptions, 'platform'> = {},
): Promise<TestGateway> {
  return startTestGateway({ ...options, platform: { ...(await startFakePlatform()), url } })
}

/** The cookie that an answer sets, as a request sends it back; undefined without one. */
export function cookieOf(answer: { headers: Record<string, unknown> }, name = 'console'): string | undefined {
  return setCookies(answer)
    .map((text) => text.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`))
}

export function setCookies(answer: { headers: Record<string, unknown> }): string[] {
  return (answer.headers['set-cookie'] as string[] | undefined) ?? []
}

export const freePort = () => findFreePort('127.0.0.1')
