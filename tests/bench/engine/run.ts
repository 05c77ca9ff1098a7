import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Pool } from 'pg'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { databaseUrl, withHost } from '../../support/database-url.ts'
import { numbersOf } from '../processes.ts'
import { startRedis } from '../redis.ts'
import { figure, median, rounds, table } from '../table.ts'

const ROUNDS = 3
const RUNS = 15

/**
 * G9: 100 no-op tasks per run, in sequence (chain) and 1 + 98 + 1 (fan), compared with the peers in one
 * execution; every store is durable (PostgreSQL with fsync, Redis with appendfsync always). Returns a section
 * of Markdown.
 */
export async function benchEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-engine-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: pino({ level: 'warn' }) })
  const redis = await startRedis(folder)
  try {
    const subjects: Record<string, (shape: string) => Promise<number[]>> = {
      'this engine': async (shape) =>
        numbersOf(here('ours.ts'), [await newDatabase(postgres.url), shape, String(RUNS)]),
      DBOS: async (shape) =>
        numbersOf(here('dbos.mjs'), [await newDatabase(postgres.url), shape, String(RUNS)]),
      'graphile-worker': async (shape) =>
        numbersOf(here('graphile.mjs'), [await newDatabase(postgres.url), shape, String(RUNS)]),
      'BullMQ, AOF always': (shape) =>
        numbersOf(here('bullmq.mjs'), [String(redis.port), shape, String(RUNS)]),
    }
    const names = Object.keys(subjects)
    const rates = async (shape: string) => {
      const results = await rounds(
        names,
        ROUNDS,
        async (name) => 100 / median((await subjects[name]?.(shape)) ?? []),
      )
      return new Map([...results].map(([name, values]) => [name, values]))
    }
    const chain = await rates('chain')
    const fan = await rates('fan')
    const pickup = await numbersOf(here('ours.ts'), [await newDatabase(postgres.url), 'pickup', '300'])
    return report(names, chain, fan, pickup)
  } finally {
    await redis.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(
  names: string[],
  chain: Map<string, number[]>,
  fan: Map<string, number[]>,
  pickup: number[],
): string {
  const mid = (rates: Map<string, number[]>, name: string) => median(rates.get(name) ?? [])
  const own = names[0] ?? ''
  const rows = names.map((name) => [
    name,
    figure(mid(chain, name)),
    `${figure(Math.min(...(chain.get(name) ?? [])))}..${figure(Math.max(...(chain.get(name) ?? [])))}`,
    `${figure(mid(chain, own) / mid(chain, name))}x`,
    figure(mid(fan, name)),
    `${figure(Math.min(...(fan.get(name) ?? [])))}..${figure(Math.max(...(fan.get(name) ?? [])))}`,
    `${figure(mid(fan, own) / mid(fan, name))}x`,
  ])
  const sorted = [...pickup].sort((a, b) => a - b)
  const at = (share: number) => figure((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 1000)
  return [
    '## G9: engine, tasks per second, 100 no-op tasks a run',
    '',
    `Median of ${ROUNDS} rounds (each the median of ${RUNS} runs), order reversed every other round.`,
    '',
    table(['engine', 'chain', 'min..max', 'ours / it', 'fan', 'min..max', 'ours / it'], rows),
    '',
    `Idle pick-up (call to first task started, committed), ${pickup.length} workqueues: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms.`,
  ].join('\n')
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/** Creates an empty database, so that no subject sees another's tables. Returns its address. */
export async function newDatabase(url: string): Promise<string> {
  const name = `bench_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  const pool = new Pool({ connectionString: url, max: 1 })
  await pool.query(`create database ${name}`)
  await pool.end()
  return databaseUrl(withHost(url), name)
}
