import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { residentBytes } from '../../support/gateway-process.ts'
import type { WorkerSetup } from '../../support/worker-setup.ts'
import { measureFanOut, type Result } from '../fanout/measure.ts'
import { gateway } from '../fanout/subjects.ts'
import { filter } from '../hub/run.ts'
import { drive } from '../platforms/drive.ts'
import type { BenchFleet } from '../platforms/fleet.ts'
import { timeOf } from '../process-usage.mjs'
import type { Costs } from './installation.ts'

const MB = 2 ** 20
/** Loads of a gateway, which differ in the number of events and of sockets that get one. */
const REST = { clients: 2000, filters: 200, apps: 100, perSecond: 2 }
const FEW = { clients: 2000, filters: 200, apps: 100, perSecond: 100 }
const DENSE = { clients: 2000, filters: 200, apps: 100, perSecond: 1000 }
/** Sockets enough that the memory of the process itself does not count. */
const MANY = { clients: 8000, filters: 16, apps: 8, perSecond: 20 }

export type PlatformCosts = Omit<Costs, keyof GatewayCosts>
export type GatewayCosts = Pick<
  Costs,
  'gatewayBusy' | 'gatewayPerDelivery' | 'memoryOfSocket' | 'memoryOfGateway'
>

/** Microseconds a second that the database and each platform take without work. */
async function restOf(fleet: BenchFleet, seconds: number): Promise<{ database: number; platform: number }> {
  const platforms = fleet.platforms()
  const read = () => [
    timeOf({ pid: fleet.databasePid, tree: true }),
    platforms.reduce((sum, { pid }) => sum + timeOf({ pid, tree: false }), 0),
  ]
  const before = read()
  await wait(seconds * 1000)
  const [database, platform] = read().map(
    (one, index) => (one - before[index]!) / seconds / platforms.length,
  ) as [number, number]
  return { database, platform }
}

/** Of two platforms, of which the first is called and the other one only hears of it. `perSecond`: runs. */
export async function costsOfPlatforms(
  fleet: BenchFleet,
  worker: WorkerSetup,
  { seconds, tasks, perSecond }: { seconds: number; tasks: number; perSecond: number },
): Promise<PlatformCosts> {
  await fleet.resize(2)
  const database = new pg.Client(fleet.databaseUrl)
  await database.connect()
  try {
    // What is compiled first costs more.
    await drive(fleet, worker, { seconds: seconds / 2, tasks, perSecond: null })
    const rest = await restOf(fleet, seconds / 2)
    const light = await drive(fleet, worker, { seconds, tasks, perSecond: perSecond / 8, called: 1 })
    const from = await countTasksAndEvents(database)
    const driven = await drive(fleet, worker, { seconds, tasks, perSecond, called: 1 })
    const to = await countTasksAndEvents(database)
    const without = (micros: number, atRest: number) => Math.max(0, micros - atRest / driven.rate)
    return {
      platformPerTask: without(driven.platforms[0]!, rest.platform),
      databasePerTask: without(driven.database, 2 * rest.database),
      hearingPerTask: without(driven.platforms[1]!, rest.platform),
      platformAtRest: rest.platform,
      databaseAtRest: rest.database,
      eventsPerTask: (to.events - from.events) / (to.tasks - from.tasks),
      handOut: light.waitP50,
      memoryOfPlatform: (await residentBytes(fleet.platforms()[0]!.pid)) / MB,
    }
  } finally {
    await database.end()
  }
}

/** Published messages are kept for two minutes where several platforms run. */
async function countTasksAndEvents(database: pg.Client): Promise<{ tasks: number; events: number }> {
  const { rows } = await database.query<{ tasks: number; events: number }>(
    `select (select count(*)::integer from tasks) as tasks,
       (select coalesce(sum(json_array_length(messages::json)), 0)::integer from outbox) as events`,
  )
  return rows[0]!
}

/** One load of one gateway with real sockets, of which each has a filter of its own group. */
export async function measureGateway(
  size: { clients: number; filters: number; apps: number; perSecond: number },
  measured: number,
): Promise<Result & { microsOfEvent: number }> {
  const subjects = { gateway: gateway({ ...filter, perPage: 10 }) }
  const results = await measureFanOut({ ...size, measured, rounds: 1 }, subjects)
  const of = (key: keyof Result) => results.median('gateway', key)
  const keys = ['perSecond', 'cpuMicros', 'kbPerClient', 'p50', 'p99', 'published', 'lost'] as const
  const result = Object.fromEntries(keys.map((key) => [key, of(key)])) as unknown as Result
  return { ...result, microsOfEvent: result.cpuMicros * (size.clients / size.filters) }
}

/** The costs of events by their rate and of their deliveries, from four loads. */
export async function costsOfGateway(measured: number): Promise<GatewayCosts> {
  const rest = await measureGateway(REST, 2 * measured)
  const atRest = rest.microsOfEvent * REST.perSecond
  const few = await measureGateway(FEW, measured)
  const dense = await measureGateway(DENSE, measured)
  const many = await measureGateway(MANY, measured)
  const viewers = ({ clients, filters }: typeof FEW) => clients / filters
  const micros = ({ microsOfEvent }: typeof few, { perSecond }: typeof FEW) =>
    Math.max(0, microsOfEvent - atRest / perSecond)
  const gatewayPerDelivery = Math.max(
    0,
    (micros(many, MANY) - micros(few, FEW)) / (viewers(MANY) - viewers(FEW)),
  )
  const busy = (found: typeof few, load: typeof FEW) => ({
    events: load.perSecond,
    micros: atRest + load.perSecond * Math.max(0, micros(found, load) - gatewayPerDelivery * viewers(load)),
  })
  const { addresses, stop } = await gateway({ ...filter, perPage: 10 }).start()
  const memoryOfGateway = (await residentBytes(addresses.pid)) / MB
  await stop()
  return {
    gatewayBusy: [{ events: 0, micros: atRest }, busy(few, FEW), busy(dense, DENSE)],
    gatewayPerDelivery,
    memoryOfSocket: many.kbPerClient,
    memoryOfGateway,
  }
}
