import type pg from 'pg'

/** Rows of one data set: runs of ten tasks each, spread over ten apps and sixty days. */
export interface Filling {
  accountId: string
  appId: string
  runs: number
}

const FROM = Date.parse('2026-01-01T00:00:00Z')
const SPAN_MS = 60 * 86_400_000

/**
 * An interval in which ten tasks of the app failed, in the middle of the data set: one task in every ten runs
 * fails.
 */
export function tenFailures({ runs }: Filling): { startDate: string; endDate: string } {
  const step = SPAN_MS / runs
  const first = Math.floor((runs - 100) / 20) * 10
  // A run's tasks end some seconds after its start, and before the start of the next.
  const at = (run: number) => new Date(FROM + run * step + 10_000).toISOString()
  return { startDate: at(first), endDate: at(first + 100) }
}

const hex = (expression: string) => `lpad(to_hex(${expression}), 24, '0')`

/** Stores `runs` ended runs with ten tasks each directly in the tables; one in a hundred tasks failed. */
export async function fill(pool: pg.Pool, runs: number): Promise<Filling> {
  const accountId = '0'.repeat(24)
  // The pool's connections have a statement time-out, which this fill exceeds.
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(`insert into accounts (id, name) values ($1, 'bench')`, [accountId])
  await client.query(
    `insert into apps (id, account_id, name, description)
     select ${hex('n')}, $1, 'App ' || n, '' from generate_series(1, 10) n`,
    [accountId],
  )
  await client.query(
    `insert into workqueues (id, account_id, app_id, name, description, tags, status, created, started, ended,
       initial_state, state)
     select ${hex('n + 1000')}, $1, ${hex('1 + n % 10')}, 'Run ' || n, 'of the bench', array['tag-' || n / 10 % 50],
       (array['completed', 'failed', 'cancelled'])[1 + (n % 100 < 2)::int + (n % 100 < 1)::int],
       moment, moment + interval '1 second', moment + interval '9 seconds', '{}', '{}'
     from (select n, $3::timestamptz + n * ($4 * interval '1 ms' / $2::int) as moment
           from generate_series(1, $2::int) n) as series`,
    [accountId, runs, new Date(FROM), SPAN_MS],
  )
  await client.query(
    `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, status, retry, created,
       queued, started, ended)
     select ${hex('1000000000 + w.number * 10 + p')}, w.account_id, w.app_id, w.id, p, 'step-' || p,
       'task.team.type' || p, 'default', case when w.number % 10 = 0 and p = 9 then 'failed' else 'ended' end,
       '{"max":0,"delayMs":1000,"factor":2}', w.created, w.created, w.started, w.ended
     from (select *, row_number() over () as number from workqueues) w, generate_series(0, 9) p`,
  )
  await client.query('vacuum analyze')
  client.release(true)
  return { accountId, appId: '1'.padStart(24, '0'), runs }
}
