import { CompiledQuery, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createDatabase, createPool, type Database } from './database.ts'
import { countedOf, totalOf } from './totals.ts'

let db: Kysely<Database>
beforeEach(() => {
  vi.useFakeTimers()
  db = {} as Kysely<Database>
})
afterEach(() => void vi.useRealTimers())

const counter = (...totals: number[]) => vi.fn(async () => totals.shift() ?? Number.NaN)
const ask = async (count: () => Promise<number>, key = 'list') =>
  (await countedOf(db, key, async () => [{ count: await count() }]))[0]?.count

test('a small total is counted on each call', async () => {
  const count = counter(1000, 1001)
  expect([await ask(count), await ask(count)]).toEqual([1000, 1001])
})

test('a large total is cached for five seconds, and for a minute while it is recounted in the background', async () => {
  const count = counter(5000, 5001, 5002)
  expect([await ask(count), await ask(count)]).toEqual([5000, 5000])
  vi.advanceTimersByTime(5001)
  expect([await ask(count), await ask(count)]).toEqual([5000, 5001])
  expect(count).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_001)
  expect(await ask(count)).toBe(5002)
})

test('groups are cached when they are large together', async () => {
  const groups = vi.fn(async () => [{ count: 600 }, { count: 401 }])
  expect(await countedOf(db, 'groups', groups)).toEqual([{ count: 600 }, { count: 401 }])
  await countedOf(db, 'groups', groups)
  expect(groups).toHaveBeenCalledTimes(1)
})

test('each list has its own total, and a failed count is tried again', async () => {
  expect(await ask(counter(5000))).toBe(5000)
  expect(await ask(counter(7000), 'another')).toBe(7000)
  vi.advanceTimersByTime(5001)
  expect(await ask(async () => Promise.reject(new Error('away')))).toBe(5000)
  await vi.advanceTimersByTimeAsync(0)
  const count = counter(6000)
  await ask(count)
  expect(await ask(count)).toBe(6000)
})

test('a list that shrinks below the limit is exact again', async () => {
  await ask(counter(5000))
  vi.advanceTimersByTime(60_001)
  const count = counter(10, 11)
  expect([await ask(count), await ask(count)]).toEqual([10, 11])
})

test('a slow count is not begun again beside itself, and takes a twentieth of the time at most', async () => {
  const slow = vi.fn(async () => {
    await vi.advanceTimersByTimeAsync(0)
    return new Promise<number>((resolve) => setTimeout(() => resolve(5000), 10_000))
  })
  const first = ask(slow)
  await vi.advanceTimersByTimeAsync(400)
  const second = ask(slow)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await first, await second]).toEqual([5000, 5000])
  await vi.advanceTimersByTimeAsync(150_000)
  expect(await ask(slow)).toBe(5000)
  expect(slow).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  void ask(slow)
  expect(slow).toHaveBeenCalledTimes(2)
})

/** A database whose count takes so long. */
function databaseOf({ count, ms, estimate }: { count: number; ms: number; estimate: number }) {
  const executeQuery = async ({ sql }: CompiledQuery) => {
    if (sql.startsWith('explain')) return { rows: [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': estimate } }] }] }
    return new Promise((resolve) => setTimeout(() => resolve({ rows: [{ count }] }), ms))
  }
  return { executeQuery } as unknown as Kysely<Database>
}

test.each([
  ['counted in time', { count: 5000, ms: 200, estimate: 900_000 }, 5000],
  ['estimated while it is counted', { count: 812_345, ms: 4000, estimate: 900_000 }, 900_000],
  ['waited for where few rows are expected', { count: 300, ms: 4000, estimate: 90_000 }, 300],
])('a total is %s', async (_what, times, expected) => {
  const [counting, rows] = ['select count', 'select rows'].map((text) => CompiledQuery.raw(text))
  const slow = databaseOf(times)
  const total = totalOf(slow, { counting: counting as CompiledQuery<{ count: number }>, rows: rows! })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await total).toBe(expected)
  const again = totalOf(slow, { counting: counting as CompiledQuery<{ count: number }>, rows: rows! })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await again).toBe(times.count)
})

test('the estimate is that of the database, for the parameters of the list', async () => {
  vi.useRealTimers()
  const pool = createPool(inject('postgresUrl'))
  onTestFinished(() => pool.end())
  const counting = CompiledQuery.raw('select 250000 as count from pg_sleep(1)') as CompiledQuery<{
    count: number
  }>
  const rows = CompiledQuery.raw('select from generate_series(1, $1::int)', [200_000])
  expect(await totalOf(createDatabase(pool), { counting, rows })).toBe(200_000)
})
