import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { findFreePort } from '../../server/lib/listening.ts'
import { startPostgres } from '../../server/platform/db/postgres.ts'
import { newDatabase } from './engine/run.ts'
import { measureFanOut } from './fanout/measure.ts'
import { gateway } from './fanout/subjects.ts'
import { numbersOf, startServer } from './processes.ts'
import { startSignedInGateway } from './signed-in-gateway.ts'
import { setUpWorker, startIndependentRun } from '../support/worker-setup.ts'
import { readArguments } from './sizes.ts'
import { startBenchPlatform } from './soak/platform.ts'
import { figure, median, rounds, table } from './table.ts'
import { wrk } from './wrk.ts'

/**
 * `npm run bench:against -- PATH [NAME...] [rounds=N]`: measures this checkout and another checkout of the same product
 * alternately; both must be built. Prints, for each measure, the median of the ratios of the rounds. It shows
 * whether a change made the product slower; `npm run bench` compares it with its peers.
 */
const [other, ...words] = process.argv.slice(2)
if (!other) throw new Error('usage: npm run bench:against -- PATH [NAME...] [rounds=N]')
const { names: wanted, sizes } = readArguments(words)
const count = sizes['rounds'] ?? 5
const roots = { this: resolve(import.meta.dirname, '../..'), other: resolve(other) }
type Side = keyof typeof roots
const sides = Object.keys(roots) as Side[]
const built = (side: Side) => pathToFileURL(join(roots[side], 'dist/server/main.js'))
const operationIds = (side: Side) =>
  JSON.parse(readFileSync(join(roots[side], 'web/lib/operation-ids.json'), 'utf8')) as Record<string, string>

/** Figures of both sides by round; a larger figure is better. */
type Figures = Map<string, number[]>

/** Deliveries per second to 1,000 clients that subscribe to the same list. */
async function fanOut(): Promise<Figures> {
  const subjects = Object.fromEntries(
    sides.map((side) => [
      side,
      gateway({ appId: 'app', perPage: 10 }, { program: built(side), operationIds: operationIds(side) }),
    ]),
  )
  const results = await measureFanOut({ clients: 1000, rounds: count, measured: 3000 }, subjects)
  return new Map(sides.map((side) => [side, results.all(side, 'perSecond')]))
}

/** Requests per second through `/api` on 32 connections. */
async function proxied(): Promise<Figures> {
  const upstream = await startServer<{ url: string }>(new URL('proxy/upstream.ts', import.meta.url).pathname)
  const gateways = new Map<string, Awaited<ReturnType<typeof startSignedInGateway>>>()
  try {
    for (const side of sides)
      gateways.set(side, await startSignedInGateway(upstream.message.url, {}, built(side)))
    const load = async (side: string, seconds: number) => {
      const { port, pid, cookie } = gateways.get(side)!.message
      const request = { port, path: '/api/workqueues?page=1', headers: { cookie }, connections: 32, seconds }
      return (await wrk(request, pid)).perSecond
    }
    for (const side of sides) await load(side, 3)
    return await rounds(sides, count, (side) => load(side, 3))
  } finally {
    for (const { stop } of gateways.values()) await stop()
    await upstream.stop()
  }
}

/** Tasks per second through the engine, 100 built-in tasks in each run. */
async function engine(shape: 'chain' | 'fan', databases: string): Promise<Figures> {
  return rounds(sides, count, async (side) => {
    const program = join(roots[side as Side], 'tests/bench/engine/ours.ts')
    return 100 / median(await numbersOf(program, [await newDatabase(databases), shape, '15']))
  })
}

/** Tasks per second that one worker process receives and reports, in runs of so many tasks each. */
async function queue(tasks: number): Promise<Figures> {
  const platforms = new Map<string, Awaited<ReturnType<typeof startQueue>>>()
  try {
    for (const side of sides) platforms.set(side, await startQueue(side))
    const empty = (side: string, runs: number) => platforms.get(side)!.empty(Math.ceil(runs / tasks), tasks)
    for (const side of sides) await empty(side, 1000)
    return await rounds(sides, count, (side) => empty(side, 5000))
  } finally {
    for (const { platform } of platforms.values()) await platform.stop()
  }
}

async function startQueue(side: Side) {
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const program = pathToFileURL(join(roots[side], 'dist/server/platform/main.js'))
  const settings = { PLATFORM_PORT: String(port), PUBLIC_URL: url }
  const platform = await startBenchPlatform(join(folder, side), settings, program)
  const worker = await setUpWorker(platform.call, 'bench')
  return {
    platform,
    async empty(runs: number, tasks: number) {
      for (let run = 0; run < runs; run++) await startIndependentRun(platform.call, worker, tasks)
      const setup = { alias: worker.aliases['default'], platform: url, consumers: 10, count: runs * tasks }
      const program = new URL('queue/worker.mjs', import.meta.url).pathname
      const [seconds = Number.NaN] = await numbersOf(program, [JSON.stringify(setup)])
      return (runs * tasks) / seconds
    },
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-against-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: pino({ level: 'warn' }) })
try {
  const measures: Record<string, () => Promise<Figures>> = {
    'fan-out, deliveries/s (G1)': fanOut,
    'proxy, requests/s (G6)': proxied,
    'engine, chain, tasks/s (G9)': () => engine('chain', postgres.url),
    'engine, fan, tasks/s (G9)': () => engine('fan', postgres.url),
    'queue, runs of 500, tasks/s (H1)': () => queue(500),
    'queue, runs of 10, tasks/s (H1)': () => queue(10),
  }
  const rows: (string | number)[][] = []
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) continue
    const figures = await measure()
    const [own, others] = sides.map((side) => figures.get(side) ?? [])
    const ratios = own!.map((value, round) => value / others![round]!)
    const range = `${figure(Math.min(...ratios))}..${figure(Math.max(...ratios))}`
    rows.push([name, figure(median(own!)), figure(median(others!)), `${figure(median(ratios))}x`, range])
  }
  process.stdout.write(`${table(['measure', 'this', 'other', 'this / other', 'min..max'], rows)}\n`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
