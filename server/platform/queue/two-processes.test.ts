import { SQSClient } from '@aws-sdk/client-sqs'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort, testKey } from '#tests/support/gateway.ts'
import { createMember, type Member } from '#tests/support/platform-app.ts'
import { createWorkerAlias, receive, type WorkerAlias } from '#tests/support/worker.ts'
import { readPlatformConfig } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createSeal } from '../auth/seal.ts'
import { bootPlatform } from '../boot.ts'
import { queueUrl } from './queue-url.ts'

/** Two platforms on one database: a task that one queues wakes the calls that wait at the other. */

const type = 'task.two.processes'
const log = pino({ level: 'silent' })
const lifecycle = createLifecycle(log)
let database: TestDatabase
let member: Member
let alias: WorkerAlias
let appId: string
let platforms: { url: string; client: SQSClient }[]

beforeAll(async () => {
  database = await createTestDatabase()
  member = await createMember(database.pool, systemClock, 'ada')
  alias = await createWorkerAlias({ pool: database.pool, seal: createSeal(testKey) }, member.accountId, type)
  platforms = [await boot(), await boot()]
  const app = { name: 'App', description: 'An app' }
  appId = (await request(urlOf(0)).post('/api/apps').set(member.headers).send(app)).body._id
})
afterAll(async () => {
  await lifecycle.stop('the test is over')
  await database.drop()
})

async function boot() {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/queue`
  const env = { ADMIN_PASSWORD: 'correct horse battery', PLATFORM_PORT: String(port), QUEUE_URL_BASE: base }
  // Configured as one of several on the database, it listens to the others.
  const config = { ...readPlatformConfig(env), DATABASE_URL: database.url }
  const { url } = await bootPlatform({
    config,
    databaseUrl: database.url,
    secretsKey: testKey,
    lifecycle,
    log,
  })
  const client = new SQSClient({ region: 'local', endpoint: base, credentials: alias, maxAttempts: 1 })
  return { url, client }
}

const urlOf = (index: number) => platforms[index]?.url ?? ''
const wait = (index: number) => {
  const { url, client } = platforms[index] ?? {}
  if (!client) throw new Error('no such platform')
  return receive(client, alias, { QueueUrl: queueUrl(`${url}/queue`, alias), WaitTimeSeconds: 20 })
}

test('is handed at once to one waiting call, in either process', async () => {
  const there = wait(1)
  await vi.waitUntil(
    async () => {
      const { rows } = await database.pool.query('select last_poll from worker_aliases where id = $1', [
        alias.aliasId,
      ])
      return rows[0].last_poll !== null
    },
    { timeout: 10_000 },
  )
  const definition = {
    name: 'run',
    tasks: [
      { name: 'a', type },
      { name: 'b', type },
    ],
  }
  await request(urlOf(0))
    .post(`/api/workqueues?appId=${appId}`)
    .set(member.headers)
    .send(definition)
    .expect(201)
  const from = performance.now()
  const first = await there
  expect(performance.now() - from).toBeLessThan(500)
  const second = await wait(0)
  expect([...first, ...second].map(({ attempt }) => attempt)).toEqual([1, 1])
  expect(new Set([...first, ...second].map(({ taskId }) => taskId)).size).toBe(2)
})
