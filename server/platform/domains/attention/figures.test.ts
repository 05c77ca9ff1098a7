import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAttentionBed, type AttentionBed } from '#tests/support/attention-bed.ts'
import { insertRun, insertTask } from '#tests/support/platform-rows.ts'
import { hourOf } from '#server/lib/clock.ts'
import { bucketOf, BUCKETS } from '#server/platform/queues/wait-buckets.ts'

let bed: AttentionBed

beforeAll(async () => {
  bed = await createAttentionBed()
})
beforeEach(() => bed.begin())
afterAll(() => bed.close())

const HOUR_MS = 3_600_000
const query = (text: string, values: unknown[] = []) => bed.platform.pool.query(text, values)
const at = (ms: number) => new Date(bed.platform.clock.now() + ms)
const hourAt = (ms: number) => new Date(Math.floor((bed.platform.clock.now() + ms) / HOUR_MS) * HOUR_MS)

/** A run that has ended so long ago. */
const ended = (status: 'failed' | 'completed', ms: number, appId = bed.current.appId) =>
  insertRun(bed.platform.pool, { accountId: bed.accountId, appId, status, ended: at(-ms) })

/** Tasks that have waited so long, by the hour in which they were handed out. */
async function waits(hour: Date, ...spans: number[]): Promise<void> {
  const buckets = Array.from({ length: BUCKETS }, () => 0)
  for (const span of spans) buckets[bucketOf(span)]!++
  await query(
    `insert into queue_waits (process, account_id, app_id, type, alias, hour, buckets)
     values ('p', $1, $2, $3, 'default', $4, $5)`,
    [bed.accountId, bed.current.appId, bed.current.type, hour, buckets],
  )
}

test('what runs, failed, waits and has waited, of an app', async () => {
  await ended('failed', HOUR_MS)
  await ended('failed', 22.9 * HOUR_MS)
  await ended('failed', 24.1 * HOUR_MS)
  await ended('failed', 49 * HOUR_MS)
  await ended('completed', HOUR_MS)
  await bed.queue(2)
  await query('update tasks set queued = $2 where type = $1', [bed.current.type, at(-90_000)])
  await waits(hourAt(0), 100)
  // One short wait at the beginning of an hour says nothing yet: the hour before counts with it.
  await waits(hourAt(-HOUR_MS), ...Array.from({ length: 30 }, () => 8200))
  await waits(hourAt(-5 * HOUR_MS), 500)
  const { figures, apps } = await bed.read(`appId=${bed.current.appId}`)
  expect(figures.running.now).toBe(1)
  expect([figures.failed.now, figures.failed.before]).toEqual([2, 1])
  expect(figures.oldestQueued).toMatchObject({ now: 90_000, type: bed.current.type, alias: 'bigbatch' })
  expect(figures.waitP95.now).toBeGreaterThan(7500)
  expect(figures.waitP95.now).toBeLessThan(9300)
  for (const { hours, usual } of Object.values(figures)) {
    expect(hours).toHaveLength(24)
    expect(usual).toBeNull()
  }
  const values = (name: 'failed' | 'waitP95' | 'running') => figures[name].hours.map(({ value }) => value)
  expect(values('failed').reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(2)
  expect(values('waitP95')[18]).toBeGreaterThan(450)
  // Of an app only the present is known.
  expect(values('running').slice(-2)).toEqual([null, 1])
  expect(figures.running.hours.at(-1)?.at).toBe(at(0).toISOString())
  expect(apps).toMatchObject([
    { appId: bed.current.appId, name: bed.current.app, running: 1, failed: 2, completed: 1 },
  ])
})

test('a run that failed stays counted in its hour after it was restarted', async () => {
  /** A run that failed so long ago, with the attempts of its task before a restart that has ended it well. */
  const restarted = async (ms: number, ...attempts: ('failed' | 'ended')[]) => {
    const run = await ended('completed', 0)
    await query('update workqueues set restarts = 1 where id = $1', [run])
    const task = await insertTask(bed.platform.pool, {
      accountId: bed.accountId,
      appId: bed.current.appId,
      workqueueId: run,
      type: bed.current.type,
      status: 'ended',
    })
    await query('update tasks set round = 1 where id = $1', [task])
    for (const [place, status] of attempts.entries())
      await query(
        `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, ended, status)
         values ($1, $2, $3, $4, 0, $2, 'default', $5, $6)`,
        [task, place + 1, bed.accountId, run, at(-ms), status],
      )
  }
  await ended('failed', HOUR_MS)
  await restarted(3 * HOUR_MS, 'failed', 'failed')
  await restarted(30 * HOUR_MS, 'failed')
  // A try that was followed by a good one has not failed the run.
  await restarted(HOUR_MS, 'failed', 'ended')
  const { failed } = (await bed.read(`appId=${bed.current.appId}`)).figures
  expect([failed.now, failed.before]).toEqual([2, 1])
  expect(failed.hours.map(({ value }) => value ?? 0).slice(-4)).toEqual([1, 0, 1, 0])
})

test('the figures of the account are kept by the hour, and tell what is usual after seven days', async () => {
  await bed.queue(1, { alias: 'of the hours' })
  await bed.later(60_000)
  const stored = async () =>
    (
      await query(
        'select hour, running, oldest_queued_ms as oldest from attention_hours where account_id = $1 order by hour',
        [bed.accountId],
      )
    ).rows
  const [first] = await stored()
  expect(first).toEqual({ hour: hourAt(0), running: expect.any(Number), oldest: expect.any(Number) })
  await bed.later(HOUR_MS)
  expect((await stored()).map(({ hour }) => hour)).toEqual([hourAt(-HOUR_MS), hourAt(0)])
  for (let day = 1; day <= 7; day++)
    await query(`insert into attention_hours (account_id, hour, running, failed) values ($1, $2, $3, 0)`, [
      bed.accountId,
      hourAt(-24 * day * HOUR_MS),
      40 + day,
    ])
  // Another kind of answer, so that none is shared with an earlier call.
  const { figures } = await bed.read(`since=${at(0).toISOString()}`)
  expect(figures.running.hours.at(-2)?.value).toBe(first?.running)
  expect(figures.running.usual).toEqual({ low: 42.5, high: 45.5 })
  await bed.later(30 * 24 * HOUR_MS)
  expect((await stored()).length).toBe(1)
})

test('what has happened since the last look of the viewer', async () => {
  const [failed] = await bed.fail(1)
  await bed.settle()
  bed.platform.clock.advance(60_000)
  const since = at(0).toISOString()
  bed.platform.clock.advance(1000)
  await ended('completed', 0)
  await ended('failed', 0)
  await bed.repair(failed!)
  await bed.queue(1)
  await bed.later(5000)
  const away = async (from: string) => (await bed.read(`appId=${bed.current.appId}&since=${from}`)).away
  expect(await away(since)).toEqual({ since, failed: 1, completed: 1, opened: 1, closed: 1 })
  expect((await bed.read(`appId=${bed.current.appId}`)).away).toBeNull()
  const week = new Date(hourOf(at(-7 * 24 * HOUR_MS).getTime())).toISOString()
  expect((await away('2001-01-01T00:00:00Z'))?.since).toBe(week)
})

test('callers of an account share its figures for some seconds', async () => {
  const running = async () => (await bed.read(`appId=${bed.current.appId}`)).figures.running.now
  expect(await running()).toBe(0)
  await bed.queue(1)
  expect(await running()).toBe(0)
})
