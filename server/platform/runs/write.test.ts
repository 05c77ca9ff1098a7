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
    // A sweep reads tasks too, more often the slower the machine is.
    const pace = { period: 600_000, first: 600_000 }
    const engine = await bench.engine({ store: createRunStore(pool), pace })
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
    expect(read / written).toBeLessThan(1.5)
  },
)

test('of the past attempts of a task the newest 1,000 are kept, and those whose result others have read', async () => {
  const engine = await bench.engine()
  const id = await bench.run(engine, { a: { type: 'task.payments.charge' } })
  const { id: taskId } = await bench.task(id, 'a')
  await pool.query(
    `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, status, result_no)
     select $1, number, 'account', $2, 0, 1, 'default', 'failed', case when number = 2 then 1 end
     from generate_series(1, 1000) as number`,
    [taskId, id],
  )
  await pool.query('update tasks set attempt = 1000 where id = $1', [taskId])
  await pool.query('update workqueues set seq = seq + 1 where id = $1', [id])
  for (const attempt of [1001, 1002, 1003]) {
    const at = Date.now()
    await engine.fromWorker(id, { type: 'taken', at, taskId, holder: null, attempt: attempt - 1 })
    await engine.fromWorker(id, { type: 'leaseExpired', at, taskId, attempt })
  }
  const { rows } = await pool.query<{ numbers: number[] }>(
    'select array_agg(number order by number) as numbers from task_attempts where task_id = $1',
    [taskId],
  )
  const numbers = rows[0]?.numbers ?? []
  expect([numbers.length, ...numbers.slice(0, 2), numbers.at(-1)]).toEqual([1001, 2, 4, 1003])
})
