import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createNotify } from './notify.ts'
import { createOutbox } from './outbox.ts'
import { createPublisher } from './publisher.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate outbox')
})

const message = (_id: string, status = 'started'): LiveMessage =>
  ({ channel: 'apps.a.workqueues', event: 'status', data: { _id, appId: 'a', status } }) as LiveMessage

async function store(messages: LiveMessage[], age = '0 s', published: string | null = null): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into outbox (messages, created, published)
     values ($1, now() - $2::interval, now() - $3::interval) returning id`,
    [JSON.stringify(messages), age, published],
  )
  return rows[0]?.id ?? ''
}

const unpublished = async () =>
  (await database.pool.query('select id from outbox where published is null')).rows.map(({ id }) =>
    String(id),
  )

test('the changes of a row in one flush are sent as one message, and its outbox rows are removed', async () => {
  const delivered: LiveMessage[][] = []
  const outbox = createOutbox({ pool: database.pool, log, announce: null })
  const publisher = createPublisher({
    deliver: (messages) => delivered.push(messages),
    published: outbox.published,
  })
  const ids = [await store([message('1')]), await store([message('1', 'completed')])]
  publisher.committed(ids[0] ?? null, [message('1')])
  publisher.committed(ids[1] ?? null, [message('1', 'completed')])
  expect(delivered).toEqual([])
  await vi.waitFor(() => expect(delivered).toEqual([[message('1', 'completed')]]))
  expect(await unpublished()).toEqual(ids)
  await outbox.stop()
  expect(await unpublished()).toEqual([])
})

test('the start marks the rows of a dead process and deletes old ones', async () => {
  await store([message('1')])
  await store([message('2')], '5 min', '3 min')
  const recent = await store([message('3')], '5 min', '1 min')
  const outbox = createOutbox({ pool: database.pool, log, announce: null })
  await outbox.start()
  await outbox.stop()
  expect(await unpublished()).toEqual([])
  const { rows } = await database.pool.query('select id from outbox where id = $1', [recent])
  expect(rows).toHaveLength(1)
  expect((await database.pool.query('select 1 from outbox')).rowCount).toBe(2)
})

test('deletes more rows than one step contains', async () => {
  await database.pool.query(
    `insert into outbox (messages, published) select '[]', now() - interval '1 hour' from generate_series(1, 2500)`,
  )
  const outbox = createOutbox({ pool: database.pool, log, announce: null })
  await outbox.start()
  await outbox.stop()
  expect((await database.pool.query('select 1 from outbox')).rowCount).toBe(0)
})

test('rows are removed once published, but kept a while for other processes', async () => {
  const notify = { channel: 'unheard', gap: 'gap', payloads: (ids: string[]) => [ids.join()] }
  for (const [announce, kept] of [
    [null, 0],
    [notify, 1],
  ] as const) {
    const outbox = createOutbox({ pool: database.pool, log, announce })
    outbox.published([await store([message('1')])])
    await outbox.stop()
    expect((await database.pool.query('select 1 from outbox where published is not null')).rowCount).toBe(
      kept,
    )
    expect(await unpublished()).toEqual([])
  }
})

/** The live messages of one platform process. */
async function platformProcess() {
  const delivered: LiveMessage[] = []
  const gaps: string[] = []
  const notify = createNotify({
    connectionString: database.url,
    pool: database.pool,
    log,
    received: (messages) => publisher.received(messages),
    incomplete: () => gaps.push('incomplete'),
    complete: () => gaps.push('complete'),
  })
  const outbox = createOutbox({ pool: database.pool, log, announce: notify })
  const publisher = createPublisher({
    deliver: (messages) => delivered.push(...messages),
    published: outbox.published,
  })
  await notify.start()
  return { delivered, gaps, publisher, outbox, stop: async () => (await outbox.stop(), notify.stop()) }
}

test('messages of one process reach the other once and in order, and its own clients only once', async () => {
  const [one, other] = [await platformProcess(), await platformProcess()]
  const sent: LiveMessage[] = []
  for (let n = 0; n < 800; n++) {
    const messages = [message(`row-${n}`)]
    sent.push(...messages)
    one.publisher.committed(await store(messages), messages)
  }
  await vi.waitFor(() => expect(other.delivered).toHaveLength(sent.length), { timeout: 5000 })
  expect(other.delivered).toEqual(sent)
  expect(one.delivered).toEqual(sent)
  await one.stop()
  await other.stop()
})

test('a process reports when its listening connection breaks, and when it is back', async () => {
  const one = await platformProcess()
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(one.gaps).toEqual(['incomplete', 'complete']), { timeout: 5000 })
  const messages = [message('after')]
  const other = await platformProcess()
  other.publisher.committed(await store(messages), messages)
  await vi.waitFor(() => expect(one.delivered).toEqual(messages))
  await one.stop()
  await other.stop()
})

test('rows that a dead process never announced make the other processes read again', async () => {
  const [living, next] = [await platformProcess(), await platformProcess()]
  await store([message('1')], '1 min')
  const fresh = await store([message('2')])
  await next.outbox.start()
  await vi.waitFor(() => expect(living.gaps).toEqual(['incomplete', 'complete']))
  expect(await unpublished()).toEqual([fresh])
  await living.stop()
  await next.stop()
})

test('a connection that is made during the stop is ended', async () => {
  const ignored = () => undefined
  const { url: connectionString, pool } = database
  const receivers = { received: ignored, incomplete: ignored, complete: ignored }
  const notify = createNotify({ connectionString, pool, log, ...receivers })
  const started = notify.start()
  await notify.stop()
  await started
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})
