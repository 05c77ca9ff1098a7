import { expect, test } from 'vitest'
import { createTestDatabase, testPool } from '#tests/support/database.ts'
import { createDatabase } from '../db/database.ts'
import { createWaitingVacuum } from './waiting-vacuum.ts'

test('what is left of many tasks is removed, of few not, and looked for every two seconds', async () => {
  const database = await createTestDatabase()
  const pool = testPool(database.url, 2)
  const db = createDatabase(pool)
  const vacuum = createWaitingVacuum(db)
  const pages = async () =>
    Number(
      (await pool.query(`select vacuum_count as n from pg_stat_user_tables where relname = 'waiting_tasks'`))
        .rows[0].n,
    )
  const come = (count: number) =>
    pool.query(
      `insert into waiting_tasks (task_id, workqueue_id, attempt, queue, priority, tag, queued)
       select 'task' || n, 'run', 0, 1, 3, n, now() from generate_series(1, $1::integer) as n`,
      [count],
    )
  const go = async () => {
    await pool.query('delete from waiting_tasks')
    // Statistics of this session reach the view at the end of a statement.
    await pool.query('select pg_stat_force_next_flush()')
    await pool.query('select 1')
  }
  try {
    await come(1000)
    await go()
    await vacuum(0)
    expect(await pages()).toBe(0)
    await come(25_000)
    await go()
    await vacuum(1999)
    expect(await pages()).toBe(0)
    await vacuum(2000)
    await expect.poll(pages).toBe(1)
  } finally {
    await pool.end()
    await database.drop()
  }
})
