import { SQSClient } from '@aws-sdk/client-sqs'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort, testKey } from '#tests/support/gateway.ts'
import { createMember, type Member } from '#tests/support/platform-app.ts'
import { evidence } from '#tests/support/evidence.ts'
import {
  createWorkerAlias,
  receive,
  workerToken,
  type TaskMessage,
  type WorkerAlias,
} from '#tests/support/worker.ts'
import { readPlatformConfig } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createSeal } from '../auth/seal.ts'
import { bootPlatform } from '../boot/boot.ts'
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
  const env = {
    ADMIN_PASSWORD: 'correct horse battery',
    PLATFORM_PORT: String(port),
    QUEUE_URL_BASE: base,
    PUBLIC_URL: 'https://console.example.test',
  }
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
const begin = (name: string, tasks: number) =>
  request(urlOf(0))
    .post(`/api/workqueues?appId=${appId}`)
    .set(member.headers)
    .send({ name, tasks: Array.from({ length: tasks }, (_, index) => ({ name: `${name}${index}`, type })) })
    .expect(201)
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
  await begin('run', 2)
  const from = performance.now()
  const first = await there
  expect(performance.now() - from).toBeLessThan(500)
  const second = await wait(0)
  expect([...first, ...second].map(({ attempt }) => attempt)).toEqual([1, 1])
  expect(new Set([...first, ...second].map(({ taskId }) => taskId)).size).toBe(2)
})

/** Takes tasks at one platform. */
const take = (index: number, most: number) => {
  const { url, client } = platforms[index]!
  return receive(client, alias, { QueueUrl: queueUrl(`${url}/queue`, alias), MaxNumberOfMessages: most })
}
const end = async (index: number, { taskId, lease }: TaskMessage) => {
  const token = await workerToken(alias, Date.now(), { lease })
  const report = request(urlOf(index)).post(`/api/tasks/${taskId}/report`)
  await report.set('authorization', `Bearer ${token}`).send({ lease, status: 'ended' }).expect(200)
}
const startedNow = async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer from tasks where type = $1 and status = 'started'`,
    [type],
  )
  return rows[0]!.count
}
const control = (body: object) =>
  request(urlOf(1)).put(`/api/queues/${type}/default`).set(member.headers).send(body).expect(200)

test('a limit, a pause and the turns of runs hold over both', { timeout: 60_000 }, async () => {
  await database.pool.query('delete from workqueues')
  await begin('big', 1000)
  // The first single task comes after what the big run has begun with: from then on the two take turns.
  const before = await take(0, 1)
  await begin('single', 1)
  const turns = [...(await take(1, 1)), ...(await take(0, 1))]
  const names = await Promise.all(turns.map(({ taskId }) => nameOf(taskId)))
  expect(names).toContain('single0')
  for (const task of [...before, ...turns]) await end(0, task)

  await control({ limit: 5 })
  const most: number[] = []
  let taken = 0
  const consumers = Array.from({ length: 8 }, async (_, consumer) => {
    while (taken < 60) {
      const tasks = await take(consumer % 2, 10)
      taken += tasks.length
      if (tasks.length > 0) most.push(await startedNow())
      await Promise.all(tasks.map((task) => end(consumer % 2, task)))
    }
  })
  await Promise.all(consumers)
  expect(Math.max(...most)).toBeLessThanOrEqual(5)

  await control({ paused: true, reason: 'Bad release' })
  const whilePaused = (await Promise.all([0, 1, 0, 1].map((index) => take(index, 10)))).flat()
  expect(whilePaused).toEqual([])
  evidence({
    check: 86,
    figures: {
      'tasks of the run before a single one': 1000,
      'handed out before it': names.indexOf('single0'),
      'limit over two platforms': 5,
      'most at once': Math.max(...most),
      'handed out while paused': whilePaused.length,
    },
    breaks: 'the limit counts the tasks of its own process, or a new run begins behind all that waits',
  })
})

const nameOf = async (taskId: string) =>
  (await database.pool.query<{ name: string }>('select name from tasks where id = $1', [taskId])).rows[0]!
    .name
