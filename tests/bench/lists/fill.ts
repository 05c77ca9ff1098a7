import type pg from 'pg'
import { fillFailures, type Failures } from './fill-failures.ts'

/** Rows of one data set: runs of ten tasks each, spread over ten apps and sixty days. */
export interface Filling {
  accountId: string
  appId: string
  runs: number
  /** A run of the app that has a child. */
  parentId: string
}

const FROM = Date.parse('2026-01-01T00:00:00Z')
const SPAN_MS = 60 * 86_400_000
/** The end of the data sets. */
export const FILLED_UNTIL = FROM + SPAN_MS

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

const keyFacts = {
  kind: 'keyExpires',
  type: 'task.team.type',
  alias: 'default',
  workerId: 'worker',
  expires: new Date(FILLED_UNTIL).toISOString(),
  made: new Date(FROM).toISOString(),
  hosts: 1,
  lastPoll: null,
}

/**
 * Stores `runs` ended runs with ten tasks each directly in the tables; one in a hundred tasks failed, and one in twenty
 * runs is a child of an earlier run of its app. `failures`: how many of the failed tasks are open failures.
 */
export async function fill(
  pool: pg.Pool,
  runs: number,
  failures: Failures = { groups: 0, tasks: 0 },
): Promise<Filling> {
  const accountId = '0'.repeat(24)
  // The pool's connections have a statement time-out, which this fill exceeds.
  const client = await pool.connect()
  // Run 30 is a child of run 20.
  const filling = { accountId, appId: hexId(1), runs, parentId: hexId(1020) }
  if (await isFilled(client, accountId)) return filling
  await client.query('set statement_timeout = 0')
  await client.query('begin')
  await client.query(`insert into accounts (id, name) values ($1, 'bench')`, [accountId])
  await client.query(
    `insert into apps (id, account_id, name, description)
     select ${hex('n')}, $1, 'App ' || n, '' from generate_series(1, 10) n`,
    [accountId],
  )
  await client.query(
    `insert into workqueues (id, account_id, app_id, name, description, tags, status, created, started, ended,
       parent_id, parent_task_id, inputs, initial_state, state)
     select ${hex('n + 1000')}, $1, ${hex('1 + n % 10')}, 'Run ' || n, 'of the bench', array['tag-' || n / 10 % 50],
       (array['completed', 'failed', 'cancelled'])[1 + (n % 100 < 2)::int + (n % 100 < 1)::int],
       moment, moment + interval '1 second', moment + interval '9 seconds',
       case when n % 20 = 10 then ${hex('n + 990')} end, case when n % 20 = 10 then 'task-' || n end, '{}', '{}', '{}'
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
  await client.query(
    `insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, opened)
     select ${hex('n')}, $1, 'keyExpires', n, $2, '{}', $3, 0, n, $3 from generate_series(1, 300) n`,
    [accountId, keyFacts, new Date(FILLED_UNTIL)],
  )
  if (failures.tasks > 0) await fillFailures(client, accountId, failures, new Date(FILLED_UNTIL))
  await client.query('commit')
  await client.query('vacuum analyze')
  client.release(true)
  return filling
}

/** Whether an earlier bench has filled the account; then gives the connection back. */
async function isFilled(client: pg.PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from accounts where id = $1', [accountId])
  if (rowCount === 1) client.release()
  return rowCount === 1
}

const hexId = (number: number) => number.toString(16).padStart(24, '0')

/** Runs of a plan that its statistics read, and their tasks. */
export const statsSize = { runs: 40, tasks: 300 }

/** A plan of another account, with an app of its own. */
export interface FilledPlan {
  accountId: string
  appId: string
  planId: string
}

/**
 * Stores a plan whose newest 40 runs have 300 tasks each, after `history` older ones of ten. One in ten runs has
 * failed, and one in fifty tasks has an attempt before its last one.
 */
export async function fillPlan(pool: pg.Pool, history: number): Promise<FilledPlan> {
  const [accountId, appId, planId] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [
    string,
    string,
    string,
  ]
  const client = await pool.connect()
  if (await isFilled(client, accountId)) return { accountId, appId, planId }
  await client.query('set statement_timeout = 0')
  await client.query('begin')
  await client.query(`insert into accounts (id, name) values ($1, 'plans')`, [accountId])
  await client.query(`insert into apps (id, account_id, name, description) values ($2, $1, 'Plans', '')`, [
    accountId,
    appId,
  ])
  await client.query(
    `insert into plans (id, account_id, name, definition) values ($2, $1, 'Nightly', '{"tasks":[]}')`,
    [accountId, planId],
  )
  await client.query(
    `insert into workqueues (id, account_id, app_id, plan_id, name, description, status, created, started, ended,
       active_ms, inputs, initial_state, state)
     select 'plan' || ${hex('n')}, $1, $2, $3, 'Nightly', '', case when n % 10 = 0 then 'failed' else 'completed' end,
       moment, moment, moment + interval '9 seconds', 9000 + n % 100, '{}', '{}', '{}'
     from (select n, $4::timestamptz + n * interval '1 minute' as moment
           from generate_series(1, $5::int) n) as series`,
    [accountId, appId, planId, new Date(FROM), history + statsSize.runs],
  )
  await client.query(
    `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, status, retry, attempt,
       created, queued, started, ended)
     select w.id || '-' || p, w.account_id, w.app_id, w.id, p, 'step-' || p, 'task.team.type', 'default', 'ended',
       '{"max":1,"delayMs":1000,"factor":2}', 1 + (p % 50 = 0)::int, w.created, w.created,
       w.created + p * interval '1 ms', w.ended
     from (select *, row_number() over (order by created desc) as place from workqueues where plan_id = $1) w,
       lateral generate_series(0, case when place <= $2 then $3 else 10 end - 1) p`,
    [planId, statsSize.runs, statsSize.tasks],
  )
  await client.query(
    `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, queued, started,
       ended, status, reason)
     select id, 1, account_id, workqueue_id, 0, 1, alias, queued, started, started, 'failed', 'away'
     from tasks where account_id = $1 and attempt = 2`,
    [accountId],
  )
  await client.query('commit')
  await client.query('vacuum analyze')
  client.release(true)
  return { accountId, appId, planId }
}
