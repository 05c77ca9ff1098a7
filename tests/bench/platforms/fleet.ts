import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { findFreePort } from '../../../server/lib/listening.ts'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { withHost } from '../../support/database-url.ts'
import { childrenOf } from '../../support/kill-repeatedly.ts'
import { endProcess, startPlatformProcess, type PlatformProcess } from '../../support/platform-process.ts'

const CONNECTIONS = 80

/** One PostgreSQL and a number of built platforms on it, each with an address of its own: no relay takes processor time. */
export interface BenchFleet {
  databaseUrl: string
  databasePid: number
  /** Those that run. */
  platforms(): { url: string; pid: number }[]
  /** Starts or ends platforms until so many run. */
  resize(size: number): Promise<void>
  /** Keeps the database and the platforms on these cores, `taskset` notation. */
  pin(cores: { database: string; platforms: string }): Promise<void>
  stop(): Promise<void>
}

/** `prepare` works on the database before a platform runs. */
export async function startBenchFleet(
  folder: string,
  prepare: (databaseUrl: string) => Promise<void> = async () => {},
): Promise<BenchFleet> {
  const dataDir = join(folder, 'postgres')
  const log = pino({ level: 'warn' })
  const postgres = await startPostgres({ dataDir, log, connections: CONNECTIONS })
  const databasePid = postgres.pid
  const secretsKey = randomBytes(32).toString('hex')
  const running: PlatformProcess[] = []

  async function resize(size: number): Promise<void> {
    while (running.length > size) await endProcess(running.pop()!.child, 'SIGTERM')
    while (running.length < size) {
      const port = await findFreePort('127.0.0.1')
      const settings = {
        DATABASE_URL: withHost(postgres.url),
        SECRETS_KEY: secretsKey,
        // A bench removes old rows when it measures that.
        RETENTION_DAYS: '3650',
        PLATFORM_PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      }
      running.push(await startPlatformProcess(settings))
    }
  }
  const platforms = () => running.map(({ child, ready }) => ({ url: ready.url, pid: child.pid! }))

  const fleet: BenchFleet = {
    databaseUrl: postgres.url,
    databasePid,
    platforms,
    resize,
    async pin({ database, platforms: others }) {
      for (const pid of [databasePid, ...(await childrenOf(databasePid))]) pinProcess(pid, database)
      for (const { pid } of platforms()) pinProcess(pid, others)
    },
    async stop() {
      await resize(0)
      await postgres.stop()
    },
  }
  try {
    await prepare(postgres.url)
    return fleet
  } catch (error) {
    await fleet.stop()
    throw error
  }
}

/** All its threads; what it starts later inherits the cores. A process of PostgreSQL may have ended meanwhile. */
function pinProcess(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    if (!/No such process/.test((error as Error).message)) throw error
  }
}
