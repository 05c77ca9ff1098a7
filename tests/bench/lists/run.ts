import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import pg from 'pg'
import { createDatabase, createPool } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { createAttentionStore } from '../../../server/platform/domains/attention/store.ts'
import { readFiguresOf } from '../../../server/platform/domains/attention/summary.ts'
import { createFailureStore } from '../../../server/platform/domains/failures/store.ts'
import { createTaskStore } from '../../../server/platform/domains/tasks/store.ts'
import { appStatsOf } from '../../../server/platform/domains/workqueues/stats-apps.ts'
import { createStatsStore } from '../../../server/platform/domains/workqueues/stats-store.ts'
import { createWorkqueueStore } from '../../../server/platform/domains/workqueues/store.ts'
import { databaseUrl } from '../../support/database-url.ts'
import { percentile } from '../../support/counting-client.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'
import {
  FILLED_UNTIL,
  fill,
  fillPlan,
  statsSize,
  tenFailures,
  type FilledPlan,
  type Filling,
} from './fill.ts'
import { groupId } from './fill-failures.ts'

const SMALL = { runs: 100, history: 0, failures: { groups: 10, tasks: 10 } }
const LARGE = { runs: 1_000_000, history: 10_000, failures: { groups: 300, tasks: 5000 } }
const ROUNDS = 200
const STATS_ROUNDS = 40
const log = pino({ level: 'warn' })

type Call = () => Promise<unknown>

/**
 * The cost of each list call with 1,000 tasks and with 10,000,000 (100 and 1,000,000 runs; `RUNS` for another number).
 * Returns a section of Markdown. `KEEP=1` keeps the databases, which the next bench of this size reads.
 */
export async function benchLists(sizes: Sizes = {}): Promise<string> {
  const large = { ...LARGE, runs: sizes['RUNS'] ?? LARGE.runs }
  const folder = join(tmpdir(), `bench-lists-${large.runs}`)
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log })
  const pools: pg.Pool[] = []
  try {
    const [lists, stats]: [Record<string, Call>[], Record<string, Call>[]] = [[], []]
    for (const { runs, history, failures } of [SMALL, large]) {
      const pool = createPool(await databaseOf(postgres.url, `lists_${runs}`), log)
      pools.push(pool)
      await migrate(pool, log)
      lists.push(listCalls(pool, await fill(pool, runs, failures)))
      stats.push(statsCalls(pool, await fillPlan(pool, history)))
    }
    const listTimes = await measure(lists, ROUNDS)
    return `${report(listTimes, large.runs)}\n\n${statsReport(await measure(stats, STATS_ROUNDS))}`
  } finally {
    for (const pool of pools) await pool.end()
    await postgres.stop()
    if (!sizes['KEEP']) await rm(folder, { recursive: true, force: true })
  }
}

function listCalls(pool: pg.Pool, filling: Filling): Record<string, Call> {
  const { accountId, appId, parentId } = filling
  const db = createDatabase(pool)
  const [runs, tasks] = [createWorkqueueStore(db), createTaskStore(db)]
  const page = { page: 1, pagesize: 10 }
  const dates = { 'created[$gte]': '2026-01-10T00:00:00Z', 'created[$lte]': '2026-01-11T00:00:00Z' }
  return {
    'workqueues of an app': () => runs.list(accountId, { appId }, page),
    'workqueues of an app, page 5': () => runs.list(accountId, { appId }, { ...page, page: 5 }),
    'workqueues of an app, children folded': () => runs.list(accountId, { appId, root: true }, page),
    'workqueues by status, children folded': () =>
      runs.list(accountId, { appId, root: true, status: ['cancelled'] }, page),
    'children of a run': () => runs.list(accountId, { parentId }, page),
    'workqueues of the account': () => runs.list(accountId, {}, page),
    'workqueues by status': () => runs.list(accountId, { appId, status: ['cancelled'] }, page),
    'workqueues by tag': () => runs.list(accountId, { appId, tags: ['tag-1'] }, page),
    'tasks of an app': () => tasks.list(accountId, { appId }, page),
    'tasks by status': () => tasks.list(accountId, { appId, status: ['failed'] }, page),
    'tasks by type': () => tasks.list(accountId, { appId, type: ['task.team.type3'] }, page),
    'tasks of a day': () => tasks.list(accountId, { appId, ...dates }, page),
    // An interval with ten failures: a day of the larger account would return 167.
    'summary of ten failed tasks': () =>
      tasks.summary(accountId, { appId, status: 'failed', ...tenFailures(filling) }),
    backlog: () => tasks.backlog(accountId),
    'what needs attention, 300 items': attentionCall(db, accountId),
    ...failureCalls(db, filling),
  }
}

/** The lists of failures, at the end of the data set. */
function failureCalls(db: ReturnType<typeof createDatabase>, { accountId, appId }: Filling) {
  const failures = createFailureStore(db, { now: () => FILLED_UNTIL })
  const page = { page: 1, pagesize: 10 }
  return {
    failures: () => failures.list(accountId, {}, page),
    'failures by their tasks': () =>
      failures.list(accountId, {}, { ...page, sort: [{ key: 'tasks', descending: true }] }),
    'failures of an app': () => failures.list(accountId, { appId }, page),
    // The failures of the smaller account have one task each.
    'newest task of a failure': () => failures.tasks(accountId, groupId(0), { ...page, pagesize: 1 }),
  }
}

/** The items and the figures of an account at the end of the data set. */
function attentionCall(db: ReturnType<typeof createDatabase>, accountId: string): Call {
  const clock = { now: () => FILLED_UNTIL }
  const store = createAttentionStore(db, clock)
  const readAppStats = (account: string, query: { hours: number }) =>
    appStatsOf(db, account, query, FILLED_UNTIL)
  return () =>
    Promise.all([
      store.open(accountId, {}, false),
      store.closed(accountId, {}, false),
      readFiguresOf({ db, readAppStats, clock }, { accountId }),
    ])
}

/** The figures of a plan, and the usual times that a list of its runs needs. */
function statsCalls(pool: pg.Pool, { accountId, appId, planId }: FilledPlan): Record<string, Call> {
  const store = createStatsStore(createDatabase(pool))
  return {
    'statistics of a plan': () => store.plan(accountId, { planId, appId, runs: statsSize.runs }),
    'usual times for a list': () => store.times(accountId, [{ planId, appId }]),
  }
}

/** Both sizes alternately, so that other load on the machine affects both. Milliseconds of each call, by size. */
async function measure(calls: Record<string, Call>[], rounds: number): Promise<Map<string, number[][]>> {
  const results = new Map<string, number[][]>()
  for (const name of Object.keys(calls[0] ?? {})) {
    const times: number[][] = calls.map(() => [])
    for (let round = -rounds / 10; round < rounds; round++)
      for (const [index, size] of calls.entries()) {
        const from = performance.now()
        await size[name]?.()
        if (round >= 0) times[index]?.push(performance.now() - from)
      }
    results.set(name, times)
  }
  return results
}

function report(results: Map<string, number[][]>, runs: number): string {
  const rows = [...results].map(([name, times]) => {
    const [small = Number.NaN, large = Number.NaN] = times.map(median)
    return [name, figure(small), figure(large), `${figure(large / small)}x`]
  })
  return [
    '## Lists: milliseconds a call, by the size of the account',
    '',
    `Median of ${ROUNDS} calls each, alternately; ten rows a page, with the total count. Summaries return all their rows: ten.`,
    '',
    table(['call', sizeOf(SMALL.runs), sizeOf(runs), 'ratio'], rows),
  ].join('\n')
}

const sizeOf = (runs: number) =>
  `${(runs * 10).toLocaleString('en-US')} tasks, ${runs.toLocaleString('en-US')} runs`

function statsReport(results: Map<string, number[][]>): string {
  const rows = [...results].map(([name, [small = [], large = []]]) => [
    name,
    figure(median(small)),
    figure(median(large)),
    figure(percentile(large, 0.95)),
    `${figure(median(large) / median(small))}x`,
  ])
  const { runs, tasks } = statsSize
  return [
    `A plan of which ${runs} runs are read; they have ${tasks} tasks each. Median of ${STATS_ROUNDS} calls each, alternately.`,
    '',
    table(['call', `${runs} runs`, '10,040 runs', 'p95 of 10,040 runs', 'ratio'], rows),
  ].join('\n')
}

/** The database with the name, made where it is not there yet. */
async function databaseOf(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  return databaseUrl(url, name)
}
