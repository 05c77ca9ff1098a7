import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { forkProgram } from '#tests/support/programs.ts'
import { newId } from '#server/lib/ids.ts'
import { createDatabase } from '../db/database.ts'
import type { RunChanges } from '../engine/draft.ts'
import type { Run } from '../engine/run.ts'
import type { RunTask } from '../engine/task.ts'
import { purgeQueues } from './purge.ts'
import { readQueueHistory, readOutcomes, readWaits } from './read-history.ts'
import { createTallyStore, type TallyStore } from './tally-store.ts'
import { createTally } from './tally.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const log = pino({ level: 'silent' })
const type = 'task.a.b'

let database: TestDatabase
let accountId: string
let now: number
const clock = { now: () => now, monotonic: () => now }
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  accountId = newId()
  now = Date.parse('2026-11-22T14:07:30.000Z')
})

const db = () => createDatabase(database.pool)
const tallyOf = (store: TallyStore) => createTally({ store, clock, log, flushMs: 3_600_000 })
const scope = () => ({ accountId, type })
const history = async () => (await readQueueHistory(db(), scope(), { from: now - 30 * MINUTE, now }))[0]
const moved = async () => {
  const minutes = (await history())?.minutes ?? []
  return minutes.map(({ in: came, out, gone }) => [came, out, gone])
}

const task = (over: Partial<RunTask>): RunTask =>
  ({
    id: 't',
    position: 0,
    type,
    alias: 'default',
    status: 'notstarted',
    attempt: 0,
    version: null,
    ...over,
  }) as RunTask
/** A task that comes into the queue, waits and ends well. */
function write(tally: ReturnType<typeof createTally>, waitMs = 100, status: RunTask['status'] = 'ended') {
  const run = (one: RunTask) => ({ accountId, appId: 'app', tasks: [one] }) as unknown as Run
  const change = (after: RunTask) =>
    ({ tasks: [{ task: after, patch: {} }], past: [] }) as unknown as RunChanges
  const queued = task({ status: 'queued', queued: now - waitMs })
  const over = task({ ...queued, status, attempt: 1, started: now, ended: now, version: '1', hostName: 'h' })
  tally.wrote(null, run(queued), change(queued))
  tally.wrote(run(queued), run(over), change(over))
}

test('counts of several processes and restarts are added up; a flush that is repeated changes nothing', async () => {
  const first = tallyOf(createTallyStore(db()))
  for (let n = 0; n < 10; n++) write(first)
  await first.flush()
  await first.flush()
  expect(await moved()).toEqual([[10, 10, 0]])
  const second = tallyOf(createTallyStore(db()))
  write(second)
  for (let n = 0; n < 5; n++) write(first)
  await Promise.all([first.flush(), second.flush(), first.flush()])
  expect(await moved()).toEqual([[16, 16, 0]])
  await first.stop()
  const restarted = tallyOf(createTallyStore(db()))
  now += 3 * MINUTE
  write(restarted)
  await restarted.flush()
  expect(await moved()).toEqual([
    [16, 16, 0],
    [1, 1, 0],
  ])
  expect((await history())!.since.getTime()).toBe(now - 3 * MINUTE)
  expect((await history())!.lastOut!.getTime()).toBe(now)
})

test('callers that wait for a flush share the next one, and a stop waits for it', async () => {
  const running: (() => void)[] = []
  const saveMinutes = () => new Promise<void>((resolve) => running.push(resolve))
  const tally = tallyOf({ ...createTallyStore(db()), saveMinutes, saveWaits: done, saveOutcomes: done })
  write(tally)
  const first = tally.flush()
  await vi.waitFor(() => expect(running).toHaveLength(1))
  write(tally)
  const second = [tally.flush(), tally.flush()]
  running[0]!()
  await first
  await vi.waitFor(() => expect(running).toHaveLength(2))
  write(tally)
  let stopped = false
  const stop = tally.stop().then(() => (stopped = true))
  await setTimeout(50)
  expect([running.length, stopped]).toEqual([2, false])
  running[1]!()
  await Promise.all(second)
  await vi.waitFor(() => expect(running).toHaveLength(3))
  running[2]!()
  await stop
})
const done = async () => undefined

test('a flush whose commit is in doubt counts once', async () => {
  const store = createTallyStore(db())
  let doubtful = true
  const tally = tallyOf({
    ...store,
    async saveMinutes(counts) {
      await store.saveMinutes(counts)
      if (doubtful) throw new Error('the answer was lost')
    },
  })
  write(tally)
  await tally.flush()
  doubtful = false
  write(tally)
  await tally.flush()
  expect(await moved()).toEqual([[2, 2, 0]])
})

test('waits have their 95th percentile within 10 %, and attempts their outcomes', async () => {
  const [one, two] = [tallyOf(createTallyStore(db())), tallyOf(createTallyStore(db()))]
  for (let n = 1; n <= 100; n++) write(n % 2 ? one : two, n * 10, n > 90 ? 'failed' : 'ended')
  await Promise.all([one.flush(), two.flush()])
  const [{ p95Ms } = { p95Ms: null }] = await readWaits(db(), scope(), now)
  expect(Math.abs(p95Ms! - 950) / 950).toBeLessThan(0.1)
  const outcomes = await readOutcomes(db(), accountId, type, now)
  expect(outcomes).toEqual([
    { alias: 'default', ended: 90, failed: 10, lastEnded: new Date(now), lastFailed: new Date(now) },
  ])
})

test('after a step of the clock back, counts of the future are not read', async () => {
  const tally = tallyOf(createTallyStore(db()))
  write(tally)
  now -= HOUR
  write(tally)
  await tally.flush()
  expect(await moved()).toEqual([[1, 1, 0]])
})

test('minutes are removed after two hours, hours after two days, except the last success of an alias', async () => {
  const tally = tallyOf(createTallyStore(db()))
  const statuses = ['ended', 'ended', 'failed'] as const
  for (const [hour, status] of statuses.entries()) {
    if (hour > 0) now += HOUR
    write(tally, 100, status)
  }
  await tally.flush()
  const counted = async () => {
    const tables = ['queue_minutes', 'queue_waits', 'attempt_outcomes']
    const rows = tables.map((table) =>
      database.pool.query(`select count(*)::int as count from ${table} where account_id = $1`, [accountId]),
    )
    return (await Promise.all(rows)).map(({ rows: [row] }) => row.count)
  }
  await purgeQueues(db(), now + HOUR)
  expect(await counted()).toEqual([1, 3, 3])
  await purgeQueues(db(), now + 3 * HOUR)
  expect(await counted()).toEqual([0, 3, 3])
  await purgeQueues(db(), now + 51 * HOUR)
  expect(await counted()).toEqual([0, 0, 1])
  const { rows } = await database.pool.query(
    'select last_ended from attempt_outcomes where account_id = $1',
    [accountId],
  )
  expect(rows).toEqual([{ last_ended: new Date(now - HOUR) }])
})

test(
  'a process that is killed loses at most what it has counted since its last flush',
  { timeout: 60_000 },
  async () => {
    const child = forkProgram('tally-process', [database.url, accountId])
    /** How many it had counted when it flushed last. */
    let told = { flushed: 0 }
    const enough = new Promise<void>((resolve) =>
      child.on('message', (message) => {
        told = message as typeof told
        if (told.flushed > 500) resolve()
      }),
    )
    await enough
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    now = Date.now()
    const [[came, out]] = (await moved()).reduce<number[][]>(
      ([sum], [a, b]) => [[sum![0]! + a!, sum![1]! + b!]],
      [[0, 0]],
    ) as [[number, number]]
    expect(came).toBe(out)
    expect(came).toBeGreaterThanOrEqual(told.flushed)
  },
)
