import { signedInHeaders } from '../../support/platform-process.ts'
import type { WorkerSetup } from '../../support/worker-setup.ts'
import { numbersOf } from '../processes.ts'
import type { BenchFleet } from './fleet.ts'

export interface Drive {
  seconds: number
  /** Independent tasks of a run. */
  tasks: number
  /** Runs that start each second, at random moments; null: as many as the fleet can. */
  perSecond: number | null
  /** The platforms that are called; all unless given. */
  called?: number
  consumers?: number
}

/** Milliseconds, and microseconds of processor time a task. */
export interface Driven {
  /** Tasks ended a second. */
  rate: number
  /** From queued to received by a worker. */
  waitP50: number
  waitP99: number
  /** Of the call that starts a run. */
  startP50: number
  startP99: number
  client: number
  database: number
  /** Of each platform. */
  platforms: number[]
}

/** Starts, hands out and reports through the HTTP interface of the platforms, from a process of its own. */
export async function drive(fleet: BenchFleet, worker: WorkerSetup, given: Drive): Promise<Driven> {
  const { called, consumers = 6, ...rest } = given
  const platforms = fleet.platforms()
  const urls = platforms.map(({ url }) => url).slice(0, called)
  const servers = [{ pid: fleet.databasePid, tree: true }, ...platforms.map(({ pid }) => ({ pid }))]
  const { appId, type } = worker
  const headers = await signedInHeaders(urls[0]!)
  const alias = worker.aliases['default']
  const setup = { platforms: urls, alias, appId, type, headers, consumers, servers, ...rest }
  const file = new URL('driver.mjs', import.meta.url).pathname
  const [rate, waitP50, waitP99, startP50, startP99, client, database, ...each] = (await numbersOf(file, [
    JSON.stringify(setup),
  ])) as [number, number, number, number, number, number, number, ...number[]]
  return { rate, waitP50, waitP99, startP50, startP99, client, database, platforms: each }
}

/** All platforms together. */
export const platformMicros = ({ platforms }: Driven) => platforms.reduce((sum, one) => sum + one, 0)
