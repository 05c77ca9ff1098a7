import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createDatabase, createPool } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { createWorkqueueStore } from '../../../server/platform/domains/workqueues/store.ts'
import { countHits, newestHits } from '../../../server/platform/search/run-search.ts'
import { createSearchFollower } from '../../../server/platform/search/follower.ts'
import { parseSearch } from '../../../shared/domains/search/query.ts'
import { percentile } from '../../support/counting-client.ts'
import { databaseUrl } from '../../support/database-url.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'
import { backendOf, ownProcessorTime, processorTimeOf } from './processor.ts'
import { costOfWriting, type WritingCost } from './writing.ts'

const ROUNDS = 40
const WARM_UP = 3
/** A search without an index may read all runs: after so much processor time it is not called again. */
const UNINDEXED_MS = 2000
const log = pino({ level: 'warn' })
const accountId = 'a'.repeat(24)
const appId = (app: number) => app.toString(16).padStart(24, '0')

/** Searches, and the same without an index: a pattern on the texts, values read from the stored state. */
const searches: readonly { name: string; search: string; unindexed: string }[] = [
  {
    name: 'a rare word',
    search: 'w19000',
    unindexed: `name || ' ' || description ~ '\\mw19000'`,
  },
  {
    name: 'a common word',
    search: 'w1',
    unindexed: `name || ' ' || description ~ '\\mw1\\M'`,
  },
  {
    name: 'a word that only old runs have',
    search: 'legacy',
    unindexed: `name || ' ' || description ~ '\\mlegacy'`,
  },
  {
    name: 'two common words',
    search: 'w1 w2',
    unindexed: `name ~ '\\mw1\\M' and name ~ '\\mw2\\M'`,
  },
  {
    name: 'a value',
    search: 'customer=991',
    unindexed: `initial_state ->> 'customer' = '991'`,
  },
  {
    name: 'a value of a third of all',
    search: 'order.region=eu',
    unindexed: `initial_state #>> '{order,region}' = 'eu'`,
  },
  {
    name: 'a common word and a value',
    search: 'w1 order.region=eu',
    unindexed: `name ~ '\\mw1\\M' and initial_state #>> '{order,region}' = 'eu'`,
  },
  {
    name: 'a word that failed',
    search: 'w40 status:failed',
    unindexed: `name ~ '\\mw40\\M' and status = 'failed'`,
  },
  {
    name: 'a word without a word',
    search: 'w1 -w2',
    unindexed: `name ~ '\\mw1\\M' and name !~ '\\mw2\\M'`,
  },
]

/**
 * Ten rows of a search and its count among many runs, beside the same rows without an index. A bench that was stopped
 * continues its database; `KEEP=1` keeps it.
 */
export async function benchSearch(sizes: Sizes = {}): Promise<string> {
  const runs = sizes['RUNS'] ?? 1_000_000
  const folder = join(tmpdir(), `bench-search-${runs}`)
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    log,
  })
  try {
    const pool = await openDatabase(postgres.url, 'search')
    await fillRuns(pool, runs)
    await addRuns(pool)
    const rows = []
    for (const search of searches) rows.push(await measure(pool, search))
    await pool.end()
    await (await openDatabase(postgres.url, 'writing')).end()
    const writing = await costOfWriting(databaseUrl(postgres.url, 'writing'))
    return report(runs, rows, writing)
  } finally {
    await postgres.stop()
    if (!sizes['KEEP']) await rm(folder, { recursive: true, force: true })
  }
}

function report(runs: number, rows: string[][], { platform, database, triggers, run }: WritingCost): string {
  const share = (part: number) => `${figure((part / run) * 100)} %`
  return [
    `## Search: milliseconds of processor time among ${runs.toLocaleString('en-US')} runs of an account in 20 apps`,
    '',
    `Platform and database together. Ten rows, newest first, and the count up to 1,000, each alone; ${ROUNDS} calls. Without an index: the same rows and count by a pattern on name and description and by the stored state, alternately with the former. List: both together as the call makes them, in milliseconds that pass.`,
    '',
    table(
      [
        'search',
        'rows p50',
        'rows p95',
        'count p50',
        'count p95',
        'list p50',
        'list p95',
        'rows without index',
        'count without index',
        'ratio of rows',
        'ratio of both',
      ],
      rows,
    ),
    '',
    `Writing, microseconds of processor time of a run of five tasks in a chain, which costs ${figure(run)}: ` +
      `${figure(platform)} of the platform (${share(platform)}), ${figure(database)} of the database (${share(database)}), ` +
      `${figure(triggers)} of the triggers that note changes (${share(triggers)}).`,
  ].join('\n')
}

type Call = () => Promise<unknown>

async function measure(pool: pg.Pool, { name, search, unindexed }: (typeof searches)[number]) {
  const db = createDatabase(pool)
  const store = createWorkqueueStore(db)
  const request = {
    accountId,
    terms: parseSearch(search).terms,
    filters: {},
    now: Date.now(),
  }
  const where = `where account_id = $1 and ${unindexed}`
  const calls = {
    rows: () => newestHits(db, request, { offset: 0, limit: 10 }),
    count: () => countHits(db, request),
    plainRows: () =>
      pool.query(`select id from workqueues ${where} order by created desc, id desc limit 10`, [accountId]),
    plainCount: () =>
      pool.query(`select count(*) from (select from workqueues ${where} limit 1001) c`, [accountId]),
  }
  const list = () => store.list(accountId, { search }, { page: 1, pagesize: 10 })
  const processor = processorOf(await backendOf(pool))
  const times: Record<keyof typeof calls | 'list', number[]> = {
    rows: [],
    count: [],
    list: [],
    plainRows: [],
    plainCount: [],
  }
  const spent = { rows: 0, count: 0, plainRows: 0, plainCount: 0 }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const part of Object.keys(calls) as (keyof typeof calls)[]) {
      const isPlain = part === 'plainRows' || part === 'plainCount'
      if (isPlain && spent[part] > UNINDEXED_MS) continue
      const taken = await processor(calls[part])
      spent[part] += taken
      // Of one that is not called again the last call counts.
      if (round >= 0 || (isPlain && spent[part] > UNINDEXED_MS)) times[part].push(taken)
    }
    const from = performance.now()
    await list()
    if (round >= 0) times.list.push(performance.now() - from)
  }
  const { rows, count, plainRows, plainCount } = times
  const parts = [rows, count, times.list].flatMap((each) => [median(each), percentile(each, 0.95)])
  return [
    name,
    ...parts.map(figure),
    figure(median(plainRows)),
    figure(median(plainCount)),
    `${figure(median(plainRows) / median(rows))}x`,
    `${figure((median(plainRows) + median(plainCount)) / (median(rows) + median(count)))}x`,
  ]
}

/** Measures the milliseconds of processor time that a call takes here and in the connection's process. */
const processorOf = (backend: number) => async (call: Call) => {
  const [own, database] = [ownProcessorTime(), await processorTimeOf(backend)]
  await call()
  return (ownProcessorTime() - own + (await processorTimeOf(backend)) - database) / 1000
}

/** Makes all runs searchable; where it was stopped, it goes on. */
async function addRuns(pool: pg.Pool): Promise<void> {
  const follower = createSearchFollower({ db: createDatabase(pool), log })
  await follower.drain()
  await follower.stop()
  await pool.query('vacuum analyze run_search')
}

/** One connection, whose process is asked for its time. */
async function openDatabase(url: string, name: string): Promise<pg.Pool> {
  const client = new pg.Client(url)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  const pool = createPool({ connectionString: databaseUrl(url, name), max: 1, statement_timeout: 0 }, log)
  await migrate(pool, log)
  return pool
}

/** Words of a name are drawn from 20,000 by 1/rank; `legacy` is in half of the oldest tenth. */
async function fillRuns(pool: pg.Pool, runs: number): Promise<void> {
  const { rows } = await pool.query<{ filled: number }>('select count(*)::int as filled from workqueues')
  let filled = rows[0]?.filled ?? 0
  if (filled === 0) {
    await pool.query(`insert into accounts (id, name) values ($1, 'bench') on conflict do nothing`, [
      accountId,
    ])
    for (let app = 1; app <= 20; app++)
      await pool.query(
        `insert into apps (id, account_id, name, description) values ($1, $2, $1, '') on conflict do nothing`,
        [appId(app), accountId],
      )
    await pool.query('alter table workqueues disable trigger user')
  }
  if (filled === runs) return
  for (; filled < runs; filled += FILLED_AT_ONCE) await fillSome(pool, runs, filled)
  await pool.query('alter table workqueues enable trigger user')
  await pool.query('update search_progress set done = false, since = now()')
  await pool.query('vacuum analyze')
}

const FILLED_AT_ONCE = 50_000

async function fillSome(pool: pg.Pool, runs: number, filled: number): Promise<void> {
  const word = `'w' || floor(power(20000, random()))::int`
  await pool.query(
    `insert into workqueues (id, account_id, app_id, name, description, tags, status, created, started, ended,
       created_by, initial_state, state)
     select lpad(to_hex(n), 24, '0'), $1, lpad(to_hex(1 + n % 20), 24, '0'), ${word} || ' ' || ${word} || ' ' || ${word},
       ${word} || ' ' || ${word} || case when n < $2 / 10 and n % 2 = 0 then ' legacy' else '' end,
       array['tag-' || n % 300], (array['completed', 'failed'])[1 + (n % 50 = 0)::int], moment, moment,
       moment + interval '9 seconds', 'person' || n % 40 || '@example.test',
       json_build_object('customer', n % 20000, 'order', json_build_object('id', 'o' || n, 'region',
         (array['eu', 'us', 'asia'])[1 + n % 3], 'items', n % 7), 'amount', n % 997, 'currency', 'EUR', 'channel', 'c' || n % 11),
       json_build_object('customer', n % 20000, 'total', n % 1009)
     from (select n, '2026-01-01'::timestamptz + n * interval '1 second' as moment
           from generate_series($3::int + 1, least($3::int + ${FILLED_AT_ONCE}, $2::int)) n) as series`,
    [accountId, runs, filled],
  )
}
