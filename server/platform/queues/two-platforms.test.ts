import { SQSClient } from '@aws-sdk/client-sqs'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { QueueRow } from '#shared/domains/queues/contract.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort, testKey } from '#tests/support/gateway.ts'
import { createMember, type Member } from '#tests/support/platform-app.ts'
import { createWorkerAlias, receive, type WorkerAlias } from '#tests/support/worker.ts'
import { readPlatformConfig } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle, type Lifecycle } from '#server/lib/lifecycle.ts'
import { createSeal } from '../auth/seal.ts'
import { bootPlatform } from '../boot/boot.ts'
import { queueUrl } from '../queue/queue-url.ts'

/** Two platforms on one database: a worker polls at one, runs are started at the other; then both are restarted. */

const type = 'task.two.platforms'
const patience = { timeout: 20_000, interval: 100 }
const log = pino({ level: 'silent' })
let database: TestDatabase
let member: Member
let alias: WorkerAlias
let running: { url: string; lifecycle: Lifecycle }[]

beforeAll(async () => {
  database = await createTestDatabase()
  member = await createMember(database.pool, systemClock, 'ada')
  alias = await createWorkerAlias({ pool: database.pool, seal: createSeal(testKey) }, member.accountId, type)
  running = [await boot(), await boot()]
})
afterAll(async () => {
  await stopAll()
  await database.drop()
})

async function boot() {
  const lifecycle = createLifecycle(log)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/queue`
  const env = { ADMIN_PASSWORD: 'correct horse battery', PLATFORM_PORT: String(port), QUEUE_URL_BASE: base }
  const config = { ...readPlatformConfig(env), DATABASE_URL: database.url }
  const { url } = await bootPlatform({
    config,
    databaseUrl: database.url,
    secretsKey: testKey,
    lifecycle,
    log,
  })
  return { url, lifecycle }
}
const stopAll = () => Promise.all(running.map(({ lifecycle }) => lifecycle.stop('the test ends it')))
const get = async (index: number, path: string) =>
  (await request(running[index]!.url).get(`/api/${path}`).set(member.headers).expect(200)).body
const row = async (index: number): Promise<QueueRow> => (await get(index, `queues?type=${type}`)).data[0]
const sums = ({ minutes }: QueueRow) =>
  minutes.reduce((sum, minute) => [sum[0]! + minute.in, sum[1]! + minute.out], [0, 0])

test('both answer the same, everything is counted once, and a restart keeps it', async () => {
  const app = { name: 'App', description: 'An app' }
  const { url } = running[1]!
  const appId = (await request(url).post('/api/apps').set(member.headers).send(app)).body._id
  const tasks = Array.from({ length: 6 }, (_, index) => ({ name: `t${index}`, type }))
  const sent = request(url).post(`/api/workqueues?appId=${appId}`).set(member.headers)
  const run = (await sent.send({ name: 'run', tasks }).expect(201)).body._id
  expect((await get(1, `workqueues/${run}`)).why.text).toBe(
    'Waiting: nobody polls platforms · default, last poll never',
  )

  const endpoint = `${running[0]!.url}/queue`
  const client = new SQSClient({ region: 'local', endpoint, credentials: alias, maxAttempts: 1 })
  const input = { QueueUrl: queueUrl(endpoint, alias), MaxNumberOfMessages: 4 }
  expect(await receive(client, alias, input)).toHaveLength(4)
  await vi.waitFor(async () => {
    for (const index of [0, 1]) {
      const { queued, started, polling, ...rest } = await row(index)
      expect([queued, started, polling, ...sums({ queued, started, polling, ...rest })]).toEqual([
        2, 4, 1, 6, 4,
      ])
    }
  }, patience)
  await vi.waitFor(
    async () =>
      expect((await get(1, `workqueues/${run}`)).why.text).toMatch(
        /^Waits .* for the only worker of platforms/,
      ),
    patience,
  )

  await stopAll()
  running = [await boot()]
  const restarted = await row(0)
  expect([restarted.queued, restarted.started, ...sums(restarted)]).toEqual([2, 4, 6, 4])
  expect(restarted.pollers).toHaveLength(1)
})
