import { pino } from 'pino'
import { afterEach, beforeAll, afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startFakePusherApi, type FakePusherApi } from '#tests/support/fake-pusher-api.ts'
import { systemClock } from '#server/lib/clock.ts'
import { startLive, type Live } from './live.ts'

const log = pino({ level: 'silent' })
const patience = { timeout: 10_000, interval: 10 }
let database: TestDatabase
let api: FakePusherApi
let open: Live[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate outbox')
  api = await startFakePusherApi()
})
afterEach(async () => {
  for (const live of open) await live.stop()
  open = []
  await api.stop()
})

async function platform({ shared = true, received = (_messages: readonly LiveMessage[]) => {} } = {}) {
  const live = await startLive({
    pool: database.pool,
    shared: shared ? database.url : null,
    key: 'unused',
    log,
    clock: systemClock,
    onMessages: received,
    service: api.address,
  })
  open.push(live)
  return live
}

const message = (_id: string, n = 0, channel = 'apps.a.workqueues') =>
  ({ channel, event: 'status', data: { _id, appId: 'a', n } }) as unknown as LiveMessage

/** What a write of the engine does: stores a row, then notifies the publisher. */
async function commit(live: Live | null, messages: LiveMessage[]): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    'insert into outbox (messages) values ($1) returning id',
    [JSON.stringify(messages)],
  )
  live?.publisher.committed(rows[0]?.id ?? null, messages)
}
const unpublished = async () =>
  (await database.pool.query('select 1 from outbox where published is null')).rowCount
const sent = (channel: string) =>
  api
    .events()
    .filter((event) => event.channel === channel)
    .map(({ data }) => (data as { n: number }).n)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('of three processes one publishes what all commit: each message once, each channel in order', async () => {
  const received: LiveMessage[] = []
  const lives = [
    await platform(),
    await platform(),
    await platform({ received: (messages) => received.push(...messages) }),
  ]
  const channels = ['apps.a.workqueues', 'apps.b.workqueues', 'apps.c.workqueues']
  for (const n of numbers(60))
    for (const channel of channels)
      await commit(lives[n % 3] ?? null, [message(`${channel}${n}`, n, channel)])
  await vi.waitFor(async () => expect(await unpublished()).toBe(0), patience)
  for (const channel of channels) expect(sent(channel)).toEqual(numbers(60))
  expect(api.batches.every((batch) => batch.length <= 10)).toBe(true)
  await vi.waitFor(() => expect(received).toHaveLength(180), patience)
})

test('the only process on its database removes what it has published', async () => {
  const live = await platform({ shared: false })
  await commit(live, [message('1')])
  await vi.waitFor(
    async () => expect((await database.pool.query('select 1 from outbox')).rowCount).toBe(0),
    patience,
  )
  expect(api.events()).toHaveLength(1)
})

test('events that the service refuses now are sent later, in order; events that it never accepts block nothing', async () => {
  const live = await platform()
  api.refuseNext.push(503, 429, 500)
  for (const n of numbers(15)) await commit(live, [message(String(n), n)])
  await vi.waitFor(async () => expect(await unpublished()).toBe(0), patience)
  expect(sent('apps.a.workqueues')).toEqual(numbers(15))
  api.refuseNext.push(400)
  await commit(live, [message('lost', 100)])
  await vi.waitFor(async () => expect(await unpublished()).toBe(0), patience)
  await commit(live, [message('next', 101)])
  await vi.waitFor(() => expect(sent('apps.a.workqueues')).toEqual([...numbers(15), 101]), patience)
})

test('a service that was unavailable gets what was committed meanwhile', async () => {
  const live = await platform()
  const { port = 0 } = api.address
  await api.stop()
  for (const n of numbers(5)) await commit(live, [message(String(n), n)])
  api = await startFakePusherApi(port)
  await vi.waitFor(() => expect(sent('apps.a.workqueues')).toEqual(numbers(5)), patience)
})

test('another process takes over when the publishing one loses its lock, and finds unannounced rows', async () => {
  await platform()
  await commit(null, [message('0', 0)])
  await vi.waitFor(() => expect(sent('apps.a.workqueues')).toEqual([0]), patience)
  await platform()
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  await commit(null, [message('1', 1)])
  await vi.waitFor(() => expect(sent('apps.a.workqueues')).toEqual([0, 1]), patience)
})
