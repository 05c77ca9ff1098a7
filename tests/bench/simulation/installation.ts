import type { Flow, Model } from './queueing.ts'

/** A number that is only accepted where this unit is meant. */
export type In<Unit extends string> = number & { readonly unit?: Unit }

/** What one thing costs, as measured on this machine. */
export interface Costs {
  /** Processor time of a worker's task: its share of a start, hand-out and report. */
  platformPerTask: In<'us'>
  databasePerTask: In<'us'>
  /** Of each platform that only hears of a task of another one. */
  hearingPerTask: In<'us'>
  /** Of a platform without work, and of the database for each. */
  platformAtRest: In<'us/s'>
  databaseAtRest: In<'us/s'>
  eventsPerTask: number
  /**
   * Of a gateway with sockets, without deliveries, by the events a second that it hears of; the first is none. What comes
   * close together is written at once, so it grows slower than the number of events.
   */
  gatewayBusy: readonly { events: number; micros: In<'us/s'> }[]
  /** Of each delivery of an event to a socket. */
  gatewayPerDelivery: In<'us'>
  /** From queued to a worker on an idle installation: what is not processor time of a queue (median). */
  handOut: In<'ms'>
  memoryOfSocket: In<'kB'>
  memoryOfGateway: In<'MB'>
  memoryOfPlatform: In<'MB'>
}

export interface Installation {
  platforms: number
  gateways: number
  databaseCores: number
}

export interface Load {
  tasksPerSecond: number
  sockets: number
  /** Sockets that get an event, because its run is in their list. */
  viewers: number
}

export const stationNames = ['platform', 'database', 'gateway'] as const
export type StationName = (typeof stationNames)[number]

/** How much of a day's average each hour has: a triangle around noon, with this peak of at least 2. */
export function dayProfile(peak: number): number[] {
  const half = 24 / peak
  return Array.from({ length: 24 }, (_, hour) => peak * Math.max(0, 1 - Math.abs(hour - 12) / half))
}

/** Processor time of an event in each gateway at that rate, between the measured rates in a straight line, and so beyond them. */
export function microsOfEvent(
  { gatewayBusy }: Pick<Costs, 'gatewayBusy'>,
  eventsPerSecond: number,
): In<'us'> {
  const next = gatewayBusy.findIndex(({ events }, index) => index > 0 && events >= eventsPerSecond)
  const to = next < 0 ? gatewayBusy.length - 1 : next
  const [below, above] = [gatewayBusy[to - 1]!, gatewayBusy[to]!]
  const slope = (above.micros - below.micros) / (above.events - below.events)
  return (below.micros + slope * (eventsPerSecond - below.events) - gatewayBusy[0]!.micros) / eventsPerSecond
}

/** The work of an installation, as flows of jobs. Rest is work of many small jobs. */
function flowsOf(costs: Costs, load: Load, { platforms, gateways }: Installation): Flow[] {
  const { tasksPerSecond, viewers } = load
  const work = (station: StationName, micros: number) =>
    ({ station, seconds: micros / 1e6, spread: 'exponential' }) as const
  const flow = (name: string, perSecond: number, ...visits: ReturnType<typeof work>[]): Flow => ({
    name,
    perSecond,
    visits,
  })
  const events = tasksPerSecond * costs.eventsPerTask
  const delivered = microsOfEvent(costs, events) + (costs.gatewayPerDelivery * viewers) / gateways
  return [
    flow(
      'task',
      tasksPerSecond,
      work('platform', costs.platformPerTask),
      work('database', costs.databasePerTask),
    ),
    flow('hears', tasksPerSecond * (platforms - 1), work('platform', costs.hearingPerTask)),
    flow('platform rests', platforms * RESTS, work('platform', costs.platformAtRest / RESTS)),
    flow('database rests', platforms * RESTS, work('database', costs.databaseAtRest / RESTS)),
    flow('gateway rests', gateways * RESTS, work('gateway', costs.gatewayBusy[0]!.micros / RESTS)),
    flow('event', events * gateways, work('gateway', delivered)),
  ]
}

/** Times a second that a process at rest does something. */
const RESTS = 10

export function modelOf(
  costs: Costs,
  load: Load,
  size: Installation,
  run: { seconds: number; seed: number },
): Model {
  return {
    ...run,
    stations: [
      { name: 'platform', instances: size.platforms, servers: 1 },
      { name: 'database', instances: 1, servers: size.databaseCores },
      { name: 'gateway', instances: size.gateways, servers: 1 },
    ],
    flows: flowsOf(costs, load, size),
  }
}

/** Processors that the work of each kind of process takes, all of them together. */
export function processorsOf(costs: Costs, load: Load, size: Installation): Record<StationName, number> {
  const sums = { platform: 0, database: 0, gateway: 0 }
  for (const { perSecond, visits } of flowsOf(costs, load, size))
    for (const { station, seconds } of visits) sums[station as StationName] += perSecond * seconds
  return sums
}

/** How much of its processors each kind takes, the fullest first: it is what breaks first when the load grows. */
export function fullest(costs: Costs, load: Load, size: Installation): [StationName, number][] {
  const has = { platform: size.platforms, database: size.databaseCores, gateway: size.gateways }
  const taken = processorsOf(costs, load, size)
  return stationNames
    .map((name): [StationName, number] => [name, taken[name] / has[name]])
    .sort(([, one], [, other]) => other - one)
}

/**
 * The smallest installation of which no part is busier than that, or the part of which no number suffices: each one hears of
 * all tasks or events.
 */
export function smallest(costs: Costs, load: Load, busiest: number): Installation | StationName {
  const platforms = leastOf((count) => {
    const size = { platforms: count, gateways: 1, databaseCores: 1 }
    return processorsOf(costs, load, size).platform / count
  }, busiest)
  const gateways = leastOf((count) => {
    const size = { platforms: 1, gateways: count, databaseCores: 1 }
    return processorsOf(costs, load, size).gateway / count
  }, busiest)
  if (!platforms) return 'platform'
  if (!gateways) return 'gateway'
  const { database } = processorsOf(costs, load, { platforms, gateways, databaseCores: 1 })
  return { platforms, gateways, databaseCores: Math.ceil(database / busiest) }
}

const MOST = 1000
const leastOf = (busy: (count: number) => number, busiest: number) =>
  Array.from({ length: MOST }, (_, index) => index + 1).find((count) => busy(count) <= busiest)

/** All processes but the database, GB. */
export function memoryOf(costs: Costs, { sockets }: Load, size: Installation): In<'GB'> {
  const megabytes =
    (sockets * costs.memoryOfSocket) / 1024 +
    size.gateways * costs.memoryOfGateway +
    size.platforms * costs.memoryOfPlatform
  return megabytes / 1024
}
