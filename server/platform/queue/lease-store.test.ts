import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type pg from 'pg'
import { testPool } from '#tests/support/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { createWorkerAlias, type WorkerAlias } from '#tests/support/worker.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '../engine/types.ts'
import { createLeaseStore, DEFAULT_VISIBILITY_MS, type LeaseStore } from './lease-store.ts'
import type { ReservedTask } from './reserve.ts'

/**
 * A task changes from one worker to the next while a statement about the previous lease runs. The next one's
 * transaction is held open until the other statement waits for it, so that the order is always the critical
 * one.
 */

let platform: TestPlatform
let engine: Engine
let appId: string
let leases: LeaseStore
/** One connection, for transactions that stay open. */
let next: { pool: pg.Pool; leases: LeaseStore }
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  const app = { name: 'App', description: 'An app' }
  appId = (await platform.call.post('/api/apps').set(platform.alice.headers).send(app)).body._id
  leases = createLeaseStore(platform.pool)
  const pool = testPool(platform.pool.options.connectionString ?? '', 1)
  next = { pool, leases: createLeaseStore(pool) }
})
afterAll(async () => {
  await next.pool.end()
  await engine.stop()
  await platform.close()
})

let worker: WorkerAlias
let now: number
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
  now = platform.clock.now()
})

/**
 * A task that is queued again after its first attempt, whose lease is still stored; resolves with that lease.
 */
async function comeBack(): Promise<ReservedTask> {
  const options = { accountId: worker.accountId, appId, actor: 'ada@test' }
  await engine.startWorkqueue(
    { name: 'run', initialState: {}, tasks: [{ name: 'a', type: worker.type }] },
    options,
  )
  const first = await reserve(leases)
  await begin(first)
  const { workqueueId, taskId, attempt } = first
  await engine.fromWorker(workqueueId, { type: 'leaseExpired', at: now, taskId, attempt })
  return first
}

async function reserve(by: LeaseStore, at = now): Promise<ReservedTask> {
  const reserved = await by.reserve(worker, 1, { now: at, until: at + DEFAULT_VISIBILITY_MS })
  const [task] = reserved.tasks
  if (!task) throw new Error('nothing to reserve')
  return task
}

const begin = ({ workqueueId, taskId, before }: ReservedTask) =>
  engine.fromWorker(workqueueId, { type: 'taken', at: now, taskId, attempt: before, holder: null })

/** Reserves the next attempt at a moment, and commits that only when `meanwhile` is done or waits for it. */
async function reserveAround(at: number, meanwhile: () => Promise<unknown>): Promise<ReservedTask> {
  await next.pool.query('begin')
  const second = await reserve(next.leases, at)
  let done = false
  const other = meanwhile().finally(() => (done = true))
  await vi.waitUntil(async () => done || (await someoneWaits()), { timeout: 10_000 })
  await next.pool.query('commit')
  await other
  return second
}

async function someoneWaits(): Promise<boolean> {
  const { rowCount } = await platform.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rowCount !== 0
}

test('removing useless leases keeps that of the attempt that has just been reserved', async () => {
  await comeBack()
  const later = now + DEFAULT_VISIBILITY_MS
  const second = await reserveAround(later, () => leases.purge(later, 100))
  await begin(second)
  expect(await leases.find(second, later)).toMatchObject({ attempt: 2, live: true })
})

test('deleting the message of an earlier attempt keeps the lease that has just been reserved', async () => {
  const first = await comeBack()
  const second = await reserveAround(now, () => leases.acknowledge(worker.aliasId, [first], now))
  await begin(second)
  expect(await leases.find(second, now)).toMatchObject({ attempt: 2, live: true, acknowledged: false })
})

/** A task whose message is on its way to a service. */
async function sending(): Promise<ReservedTask> {
  const options = { accountId: worker.accountId, appId, actor: 'ada@test' }
  await engine.startWorkqueue(
    { name: 'run', initialState: {}, tasks: [{ name: 'a', type: worker.type }] },
    options,
  )
  return reserve(leases)
}

// Fails when a report counts only after the answer of the service has come, or that answer takes the attempt away again.
test.each(['taken', 'not known'])(
  'a worker reports before it is known that its message was sent, then: %s',
  async (answer) => {
    const task = await sending()
    expect(await leases.find(task, now)).toMatchObject({ sent: true, live: false })
    expect(await leases.claim(task, 'one', now, DEFAULT_VISIBILITY_MS)).toBe(true)
    await begin(task)
    if (answer === 'taken') await leases.sent([task], now)
    else await leases.releaseUnsent(task, now)
    const afterSending = now + DEFAULT_VISIBILITY_MS
    expect(await leases.find(task, afterSending)).toMatchObject({ live: true, execution: 'one' })
  },
)

test('a message that was not certainly taken, and of which no report has come, counts no longer', async () => {
  const task = await sending()
  await leases.releaseUnsent(task, now)
  expect(await leases.find(task, now)).toMatchObject({ sent: false, live: false })
  expect(await leases.claim(task, 'one', now, DEFAULT_VISIBILITY_MS)).toBe(false)
  expect((await reserve(leases)).lease).not.toBe(task.lease)
})

// Fails when claims that come together are judged by one of them.
test('of claims that come together each is judged alone: one execution has the lease, its reports pass, others wait', async () => {
  const [one, two] = [await sending(), await sending()]
  const claim = (task: ReservedTask, execution: string, at = now) =>
    leases.claim(task, execution, at, DEFAULT_VISIBILITY_MS)
  const given = await Promise.all([claim(one, 'a'), claim(one, 'b'), claim(two, 'b'), claim(two, 'b')])
  expect(given.slice(0, 2).filter(Boolean)).toHaveLength(1)
  expect(given.slice(2)).toEqual([true, true])
  const [owner, other] = given[0] ? ['a', 'b'] : ['b', 'a']
  const later = now + DEFAULT_VISIBILITY_MS
  expect(await Promise.all([claim(one, owner), claim(one, other), claim(two, 'a')])).toEqual([
    true,
    false,
    false,
  ])
  expect(await claim(one, other, later)).toBe(true)
  expect(await leases.find(one, later)).toMatchObject({ execution: other })
  expect(await claim({ ...two, lease: 'an older one' }, 'b')).toBe(false)
})
