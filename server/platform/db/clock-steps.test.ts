import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSteadyClock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'
import { createShiftingClock } from '#tests/support/shifting-clock.ts'
import { followClockSteps } from './clock-steps.ts'
import { createDatabase } from './database.ts'

const HOUR = 3_600_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

test('moves a deadline that a transaction had computed before the step and commits after it', async () => {
  const { pool, alice, call } = platform
  const { accountId } = alice
  const body = { name: 'A', description: 'B' }
  const appId = (await call.post('/api/apps').set(alice.headers).send(body)).body._id
  const workqueueId = await insertRun(pool, { accountId, appId, status: 'started' })
  const [waiting, failing] = [
    await insertTask(pool, { accountId, appId, workqueueId }),
    await insertTask(pool, { accountId, appId, workqueueId, position: 1 }),
  ]
  const wall = createShiftingClock()
  const clock = createSteadyClock(wall)
  const at = clock.now() + 900
  const retryAt = 'update tasks set retry_time = to_timestamp($1::float8 / 1000) where id = $2'
  await pool.query(retryAt, [at, waiting])
  const before = await pool.connect()
  await before.query('begin')
  await before.query('select from workqueues where id = $1 for update', [workqueueId])

  const warn = vi.fn()
  const following = followClockSteps({ db: createDatabase(pool), clock, log: { warn } as unknown as Logger })
  wall.set(-HOUR)
  expect(clock.now()).toBeLessThan(at - HOUR)
  // The step waits for the transaction, and gives up for a moment so that others go on.
  await vi.waitFor(() => expect(warn.mock.calls.at(-1)?.[1]).toContain('trying again'), { timeout: 10_000 })
  await before.query(retryAt, [at, failing])
  await before.query('commit')
  before.release()
  await vi.waitFor(() => expect(warn.mock.calls.at(-1)?.[1]).toContain('were moved'), { timeout: 10_000 })
  await following.stop()

  const { rows } = await pool.query('select retry_time as at from tasks where id = any($1::text[])', [
    [waiting, failing],
  ])
  expect(rows.map((row: { at: Date }) => Math.round(row.at.getTime() / 1000))).toEqual(
    [waiting, failing].map(() => Math.round((at - HOUR) / 1000)),
  )
})
