import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testPool } from '#tests/support/database.ts'
import { createEngineBench, type EngineBench } from '#tests/support/engine.ts'
import { createRunStore } from './store.ts'

let bench: EngineBench
let pool: pg.Pool

beforeEach(async () => {
  bench = await createEngineBench()
  // One session holds the engine's number, so the other makes every write and its counts are complete.
  pool = testPool(bench.database.url, 2)
})

afterEach(async () => {
  await pool.end()
  await bench.close()
})

/** Statistics of `tasks` so far: rows read, versions written, and those of them that changed no index. */
async function work(): Promise<{ read: number; written: number; hot: number }> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: string; written: string; hot: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read, n_tup_upd as written, n_tup_hot_upd as hot
     from pg_stat_user_tables where relname = 'tasks'`,
  )
  const [{ read, written, hot } = { read: 0, written: 0, hot: 0 }] = rows
  return { read: Number(read), written: Number(written), hot: Number(hot) }
}

const numbers = Array.from({ length: 60 }, (_, number) => number)

test.each([
  ['a chain', Object.fromEntries(numbers.map((n) => [`t${n}`, { depends: n ? [`t${n - 1}`] : [] }]))],
  ['a fan', Object.fromEntries(numbers.map((n) => [`t${n}`, { depends: n ? ['t0'] : [] }]))],
])(
  'the steps of %s read only the tasks that they change, and write to none of their indexes',
  async (_, tasks) => {
    const engine = await bench.engine({ store: createRunStore(pool) })
    try {
      await bench.run(engine, tasks)
      const completed = ({ data }: (typeof bench.messages)[number]) =>
        'status' in data && data.status === 'completed'
      await vi.waitUntil(() => bench.messages.some(completed), { timeout: 15_000 })
    } finally {
      await engine.stop()
    }
    const { read, written, hot } = await work()
    // The first task is begun as it is stored.
    expect(written).toBe(2 * numbers.length - 1)
    // Not all: a page may be full, and old versions stay on it while a transaction of any test may still see
    // them.
    expect(hot / written).toBeGreaterThan(0.5)
    expect(read / written).toBeLessThan(3)
  },
)
