import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { startPostgres } from '../../server/platform/db/postgres.ts'
import { newDatabase } from './engine/run.ts'
import { measureFanOut } from './fanout/measure.ts'
import { gateway } from './fanout/subjects.ts'
import { numbersOf, startServer } from './processes.ts'
import { startSignedInGateway } from './signed-in-gateway.ts'
import { readArguments } from './sizes.ts'
import { figure, median, rounds, table } from './table.ts'
import { wrk } from './wrk.ts'

/**
 * `npm run bench:against -- PATH [rounds=N]`: measures this checkout and another checkout of the same product
 * alternately; both must be built. Prints, for each measure, the median of the ratios of the rounds. It shows
 * whether a change made the product slower; `npm run bench` compares it with its peers.
 */
const [other, ...words] = process.argv.slice(2)
if (!other) throw new Error('usage: npm run bench:against -- PATH [rounds=N]')
const { sizes } = readArguments(words)
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

const folder = await mkdtemp(join(tmpdir(), 'bench-against-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: pino({ level: 'warn' }) })
try {
  const measures: Record<string, () => Promise<Figures>> = {
    'fan-out, deliveries/s (G1)': fanOut,
    'proxy, requests/s (G6)': proxied,
    'engine, chain, tasks/s (G9)': () => engine('chain', postgres.url),
    'engine, fan, tasks/s (G9)': () => engine('fan', postgres.url),
  }
  const rows: (string | number)[][] = []
  for (const [name, measure] of Object.entries(measures)) {
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
