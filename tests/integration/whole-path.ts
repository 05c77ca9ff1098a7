import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import supertest from 'supertest'
import { readGatewayConfig, readPlatformConfig } from '#server/config.ts'
import { buildGateway, type GatewayDeps } from '#server/gateway/app.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { loadTracing } from '#server/lib/telemetry/load.ts'
import { createLogger } from '#server/lib/logger.ts'
import { hashPassword } from '#server/platform/people/passwords.ts'
import { bootPlatform } from '#server/platform/boot/boot.ts'
import type { PusherAddress } from '#server/platform/realtime/pusher-service.ts'
import { withHost } from '../support/database-url.ts'
import { createTestDatabase } from '../support/database.ts'
import { cookieOf, freePort, testKey } from '../support/gateway.ts'
import { createMember } from '../support/platform-app.ts'
import { watchThread } from '../support/programs.ts'
import { createOperator, type Operator } from './operator.ts'

/** The whole product in this process: real database, engine, live events and gateway, each on its own listener. */
export interface WholePath {
  gateway: FastifyInstance
  pool: pg.Pool
  /** Address of the gateway, which is also the platform's public address; `http://127.0.0.1:port`. */
  url: string
  http: ReturnType<typeof supertest>
  /** Address of the platform behind the gateway. */
  platformUrl: string
  /** Password of all users. */
  password: string
  /** A new user, owner of a new account, signed in with a password as in a browser. */
  signUp(name: string): Promise<Operator>
  close(): Promise<void>
}

export interface WholePathOptions extends Partial<Pick<GatewayDeps, 'clientDir' | 'limits'>> {
  /** Additional environment of the gateway. */
  env?: Record<string, string>
  /** Additional environment of the platform. */
  platformEnv?: Record<string, string>
  /** Port of the gateway; a free one unless given. */
  port?: number
  /**
   * A service that the platform publishes to and the gateway subscribes to; else the platform's own endpoint.
   */
  service?: PusherAddress
  /** Receives every line of both logs. */
  onLog?: (line: string) => void
  /**
   * Relays the connection to a part through another port of this machine, where it can be cut; `target` is a
   * port or the path of a socket.
   */
  by?: (part: WholePathPart, target: number | string) => Promise<number>
}

/** The environment of the gateway and of the platform. */
export type WholePathPart = 'platform' | 'realtime' | 'database'

const password = 'correct horse battery'

export async function startWholePath(options: WholePathOptions = {}): Promise<WholePath> {
  const { env = {}, platformEnv, onLog, clientDir = null, by, service } = options
  const gatewayConfig = readGatewayConfig(env)
  const logOf = (name: string) =>
    onLog ? createLogger(name, gatewayConfig.LOG_LEVEL, { write: onLog }) : pino({ level: 'silent' })
  const database = await createTestDatabase()
  const lifecycle = createLifecycle(logOf('lifecycle'))
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const config = readPlatformConfig({
    ADMIN_PASSWORD: password,
    PUBLIC_URL: url,
    ...(service && settingsOf(service)),
    ...platformEnv,
  })
  const platform = await bootPlatform({
    config,
    databaseUrl: by ? await databaseBy(by, database.url) : database.url,
    secretsKey: testKey,
    lifecycle,
    log: logOf('platform'),
    watchThread,
  })
  const platformUrl = new URL(platform.url)
  const pusher = { ...platform.pusher, cluster: '', tls: false }
  if (by) {
    platformUrl.port = String(await by('platform', Number(platformUrl.port)))
    pusher.port = await by('realtime', pusher.port)
  }
  const tracing = await loadTracing('gateway', gatewayConfig, logOf('gateway'))
  const gateway = await buildGateway({
    config: gatewayConfig,
    log: logOf('gateway'),
    clock: systemClock,
    platformUrl: platformUrl.origin,
    pusher: service ?? pusher,
    sessionKeys: [testKey],
    clientDir,
    tracing,
    limits: { closeMs: 500, ...options.limits },
  })
  await gateway.listen({ host: '127.0.0.1', port })
  const http = supertest(gateway.server)
  return {
    gateway,
    pool: database.pool,
    url,
    http,
    platformUrl: platform.url,
    password,
    async signUp(name) {
      const member = await createMember(database.pool, systemClock, name, await hashPassword(password))
      const body = { email: member.email, password }
      const answer = await http.post('/session').set('x-csrf', '1').send(body).expect(200)
      return createOperator({ http, url, member, cookie: cookieOf(answer) ?? '' })
    },
    async close() {
      await gateway.close()
      await tracing?.stop()
      await lifecycle.stop('the test is over')
      await database.drop()
    },
  }
}

const settingsOf = ({ appId, key, secret, host = '', port }: PusherAddress) => ({
  PUSHER_APP_ID: appId,
  PUSHER_KEY: key,
  PUSHER_SECRET: secret,
  PUSHER_HOST: host,
  PUSHER_PORT: String(port),
  PUSHER_TLS: 'false',
})

/** The tests' PostgreSQL listens on a socket in a folder, which the address contains. */
async function databaseBy(by: NonNullable<WholePathOptions['by']>, address: string): Promise<string> {
  const url = new URL(withHost(address))
  const { host = '', port = '' } = Object.fromEntries(url.searchParams)
  url.hostname = '127.0.0.1'
  url.port = String(await by('database', `${host}/.s.PGSQL.${port}`))
  url.search = ''
  return url.href
}
