import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { figure, median, table } from '../table.ts'
import { startBenchPlatform, type BenchPlatform } from './platform.ts'

const MINUTES = 30
const TASKS = 20
const CAPACITY_MS = 30_000
const PARALLEL = 8
const SAMPLE_MS = 10_000

interface Sample {
  minute: number
  resident: number
  rows: Map<string, number>
}

/**
 * Half an hour at half of the platform's capacity: runs of 20 tasks with states and logs through its REST
 * calls. Returns a section of Markdown: memory per minute, and the contents of the tables at the end.
 */
export async function benchSoak(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-soak-'))
  const platform = await startBenchPlatform(folder)
  const database = new pg.Client({ host: join(folder, 'postgres/socket'), port: 5432, user: 'postgres' })
  try {
    await database.connect()
    const app = await platform.call<{ _id: string }>('POST', 'apps', { name: 'Soak', description: 'bench' })
    const start = () => platform.call('POST', `workqueues?appId=${app._id}`, definition)
    const capacity = await measureCapacity(start, database)
    const { samples, started, late } = await load(platform, database, start, capacity / 2)
    return report(samples, capacity, started, late)
  } finally {
    await database.end()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Half a chain, half a fan; one task fails once and is retried, which writes logs. */
const definition = {
  name: 'Soak',
  initialState: { count: 0 },
  tasks: Array.from({ length: TASKS }, (_, index) => ({
    name: `step-${index}`,
    type: 'task.workforce.noop',
    depends: index === 0 ? [] : [index < TASKS / 2 ? `step-${index - 1}` : 'step-0'],
    inputs: index === 1 ? { fail: 'once', failAttempts: 1 } : { index },
    outputs: index === 2 ? { index: '$state.count' } : {},
    retry: { max: 1, delayMs: 50, factor: 1 },
  })),
}

const unfinished = `select count(*)::int as count from workqueues where status in ('notstarted', 'started')`

/** Completed runs per second, with a few callers that start one after another. */
async function measureCapacity(start: () => Promise<unknown>, database: pg.Client): Promise<number> {
  const until = performance.now() + CAPACITY_MS
  let count = 0
  const caller = async () => {
    while (performance.now() < until) {
      await start()
      count++
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: PARALLEL }, caller))
  while (((await database.query(unfinished)).rows[0] as { count: number }).count > 0) await wait(50)
  return count / ((performance.now() - from) / 1000)
}

async function load(
  platform: BenchPlatform,
  database: pg.Client,
  start: () => Promise<unknown>,
  rate: number,
) {
  const samples: Sample[] = []
  const from = performance.now()
  const end = from + MINUTES * 60_000
  let [started, late, nextSample] = [0, 0, from]
  const underWay = new Set<Promise<unknown>>()
  while (performance.now() < end) {
    const due = from + (started / rate) * 1000
    if (performance.now() > due + 1000) late++
    await wait(Math.max(0, due - performance.now()))
    const run: Promise<unknown> = start().finally(() => underWay.delete(run))
    underWay.add(run)
    started++
    if (underWay.size > 100) await Promise.race(underWay)
    if (performance.now() < nextSample) continue
    nextSample += SAMPLE_MS
    const minute = (performance.now() - from) / 60_000
    samples.push({ minute, resident: await platform.resident(), rows: await rowsOf(database) })
  }
  await Promise.all(underWay)
  return { samples, started, late }
}

/** Live rows by table, from PostgreSQL's own statistics. */
async function rowsOf(database: pg.Client): Promise<Map<string, number>> {
  const { rows } = await database.query<{ relname: string; n_live_tup: string }>(
    'select relname, n_live_tup from pg_stat_user_tables order by relname',
  )
  return new Map(rows.map(({ relname, n_live_tup }) => [relname, Number(n_live_tup)]))
}

function report(samples: Sample[], capacity: number, started: number, late: number): string {
  const between = (from: number, to: number) =>
    median(samples.filter(({ minute }) => minute >= from && minute < to).map(({ resident }) => resident)) /
    2 ** 20
  const spans = [0, 5, 10, 15, 20, 25].map((from) => [`${from}-${from + 5}`, figure(between(from, from + 5))])
  const last = samples.at(-1)?.rows ?? new Map<string, number>()
  const held = [...last].filter(([, count]) => count > 100).map(([name, count]) => [name, count])
  return [
    '## Soak: half an hour at half the capacity',
    '',
    `Capacity ${figure(capacity)} runs of ${TASKS} tasks a second (${figure(capacity * TASKS)} tasks/s); ${started} runs started at half of it, ${late} of them more than a second late.`,
    '',
    table(['minutes', 'resident memory of the platform, MB (median)'], spans),
    '',
    `Memory of the last five minutes compared with minutes 10-15: ${figure(between(25, 30) / between(10, 15))}x.`,
    '',
    table(['table', 'rows at the end'], held),
  ].join('\n')
}
