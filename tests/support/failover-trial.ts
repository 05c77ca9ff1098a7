import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { readPlatformConfig } from '#server/config.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import { findFreePort } from '#server/lib/listening.ts'
import type { Logger } from '#server/lib/logger.ts'
import { bootPlatform } from '#server/platform/boot/boot.ts'
import { primaryClient } from '#server/platform/db/primary.ts'
import type { PostgresPair } from './postgres-pair.ts'
import { ownerPassword, signIn, type Call } from './platform-process.ts'
import { watchThread } from './programs.ts'

export interface FailoverFigures {
  acknowledged: number
  /** Acknowledged starts without a run. */
  lost: number
  refused: number
  /** Refused starts with a run. */
  refusedYetThere: number
  /** Names with more than one run. */
  doubled: number
  /** Refusals that do not say that the database is unavailable. */
  otherRefusals: string[]
  /** Lines of the log of a platform about single calls that failed. */
  failuresLogged: number
  /** Lines that say that the database cannot be asked. */
  outagesLogged: number
  /** The longest time from a kill to the next acknowledged start, in seconds. */
  longestGap: number
  /** Runs that have not ended at last. */
  open: number
}

type LogFigures = Pick<FailoverFigures, 'failuresLogged' | 'outagesLogged'>

interface Start {
  name: string
  /** When it was asked for. */
  at: number
  /** The refusal; null: it was acknowledged. */
  refusal: string | null
}

const CALLERS = 4
/** Starts that are acknowledged before and after each kill. */
const BETWEEN = 50
const PATIENCE_MS = 60_000

/**
 * Kills the server that takes writes again and again, under callers that start runs at two platforms without a pause,
 * and compares what was answered with what is stored.
 */
export async function failoverTrial(
  pair: PostgresPair,
  lifecycle: Lifecycle,
  kills: number,
): Promise<FailoverFigures> {
  const key = randomBytes(32).toString('hex')
  const logged: LogFigures = { failuresLogged: 0, outagesLogged: 0 }
  const write = (line: string) => {
    if (line.includes('request failed')) logged.failuresLogged++
    if (line.includes('the database cannot be asked')) logged.outagesLogged++
  }
  const log = pino({ level: 'error' }, { write })
  const platforms = [await boot(pair, lifecycle, key, log), await boot(pair, lifecycle, key, log)]
  const app = await platforms[0]!<{ _id: string }>('POST', 'apps', { name: 'App', description: 'One' })
  const load = startRuns(platforms, app._id)
  const moments: number[] = []
  await load.acknowledgedSince(0)
  for (let kill = 0; kill < kills; kill++) {
    if (kill > 0) await pair.restore()
    moments.push(performance.now())
    await pair.failOver()
    await load.acknowledgedSince(moments.at(-1)!)
  }
  await load.stop()
  return { ...(await compare(pair, load.starts, moments)), ...logged }
}

async function boot(
  pair: PostgresPair,
  lifecycle: Lifecycle,
  secretsKey: string,
  log: Logger,
): Promise<Call> {
  const env = { DATABASE_URL: pair.url, SECRETS_KEY: secretsKey, ADMIN_PASSWORD: ownerPassword }
  const config = readPlatformConfig({ ...env, PLATFORM_PORT: String(await findFreePort('127.0.0.1')) })
  const parts = { config, databaseUrl: pair.url, secretsKey, lifecycle, log, watchThread }
  return signIn((await bootPlatform(parts)).url)
}

function startRuns(platforms: readonly Call[], appId: string) {
  const starts: Start[] = []
  let stopped = false
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let run = 0; !stopped; run++) {
      const name = `run ${caller} ${run}`
      const definition = { name, tasks: [{ name: 'One', type: 'task.workforce.noop' }] }
      const call = platforms[caller % platforms.length]!
      const at = performance.now()
      const refusal = await call('POST', `workqueues?appId=${appId}`, definition).then(
        () => null,
        (error: Error) => error.message,
      )
      starts.push({ name, at, refusal })
      await wait(10)
    }
  })
  return {
    starts,
    /** Waits for starts that were asked for after a moment. */
    async acknowledgedSince(moment: number): Promise<void> {
      const deadline = performance.now() + PATIENCE_MS
      while (starts.filter(({ at, refusal }) => refusal === null && at > moment).length < BETWEEN) {
        if (performance.now() > deadline)
          throw new Error(`No start for ${PATIENCE_MS} ms: ${starts.at(-1)?.refusal}`)
        await wait(20)
      }
    },
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(callers)
    },
  }
}

async function compare(
  pair: PostgresPair,
  starts: readonly Start[],
  kills: readonly number[],
): Promise<Omit<FailoverFigures, keyof LogFigures>> {
  const client = new (primaryClient(pair.url))()
  await client.connect()
  const { rows } = await client.query<{ name: string; count: number }>(
    'select name, count(*)::integer from workqueues group by name',
  )
  const stored = new Map(rows.map(({ name, count }) => [name, count]))
  const acknowledged = starts.filter(({ refusal }) => refusal === null)
  const refused = starts.filter(({ refusal }) => refusal !== null)
  const gaps = kills.map(
    (kill) => Math.min(...acknowledged.map(({ at }) => at).filter((at) => at > kill)) - kill,
  )
  const open = async () =>
    (await client.query("select from workqueues where status in ('notstarted', 'started')")).rowCount ?? 0
  const deadline = performance.now() + PATIENCE_MS
  while ((await open()) > 0 && performance.now() < deadline) await wait(50)
  const figures = {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ name }) => !stored.has(name)).length,
    refused: refused.length,
    refusedYetThere: refused.filter(({ name }) => stored.has(name)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
    otherRefusals: refused.flatMap(({ refusal }) => (refusal!.includes(' answered 503: ') ? [] : [refusal!])),
    longestGap: Math.max(...gaps) / 1000,
    open: await open(),
  }
  await client.end()
  return figures
}
