import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import supertest from 'supertest'
import { readGatewayConfig, readPlatformConfig } from '../../server/config.ts'
import { buildGateway } from '../../server/gateway/app.ts'
import { systemClock } from '../../server/lib/clock.ts'
import { createLifecycle } from '../../server/lib/lifecycle.ts'
import { hashPassword } from '../../server/platform/auth/password.ts'
import { bootPlatform } from '../../server/platform/boot.ts'
import { createTestDatabase } from '../support/database.ts'
import { cookieOf, freePort, testKey } from '../support/gateway.ts'
import { createMember } from '../support/platform-app.ts'
import { createOperator, type Operator } from './operator.ts'

/** The whole product in this process: real database, engine, live events and gateway, each on its own listener. */
export interface WholePath {
  gateway: FastifyInstance
  pool: pg.Pool
  /** Of the gateway, and what the platform takes for the public address; `http://127.0.0.1:port`. */
  url: string
  http: ReturnType<typeof supertest>
  /** Of everybody who signs up. */
  password: string
  /** A new user, owner of a new account, signed in with a password as in a browser. */
  signUp(name: string): Promise<Operator>
  close(): Promise<void>
}

const password = 'correct horse battery'

export async function startWholePath(): Promise<WholePath> {
  const log = pino({ level: 'silent' })
  const database = await createTestDatabase()
  const lifecycle = createLifecycle(log)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = readPlatformConfig({ ADMIN_PASSWORD: password, PUBLIC_URL: url })
  const platform = await bootPlatform({
    config,
    databaseUrl: database.url,
    secretsKey: testKey,
    lifecycle,
    log,
  })
  const gateway = await buildGateway({
    config: readGatewayConfig({}),
    log,
    clock: systemClock,
    platformUrl: platform.url,
    pusher: { ...platform.pusher, cluster: '', tls: false },
    sessionKeys: [testKey],
    clientDir: null,
    limits: { closeMs: 500 },
  })
  await gateway.listen({ host: '127.0.0.1', port })
  const http = supertest(gateway.server)
  return {
    gateway,
    pool: database.pool,
    url,
    http,
    password,
    async signUp(name) {
      const member = await createMember(database.pool, systemClock, name, await hashPassword(password))
      const body = { email: member.email, password }
      const answer = await http.post('/session').set('x-csrf', '1').send(body).expect(200)
      return createOperator({ http, url, member, cookie: cookieOf(answer) ?? '' })
    },
    async close() {
      await gateway.close()
      await lifecycle.stop('the test is over')
      await database.drop()
    },
  }
}
