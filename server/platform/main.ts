import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { ConfigError, readPlatformConfig, type PlatformConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { toError } from '../lib/errors.ts'
import { createLifecycle, StoppedError, stopOnSignals, type Lifecycle } from '../lib/lifecycle.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import type { PlatformMessage, PlatformReady } from '../platform-message.ts'
import { buildPlatform } from './app.ts'
import { createDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { startPostgres } from './db/postgres.ts'
import { createPlanStore } from './domains/plans/store.ts'
import { createRunStore } from './domains/workqueues/run-store.ts'
import { createEngine } from './engine/engine.ts'
import { startLive } from './realtime/live.ts'
import { seed } from './seed.ts'

/** The supervising gateway waits 10 s in all; this leaves it time to end itself. */
const stopLimitMs = 8000

/** The embedded platform as a process: started by the gateway, which gets its address over IPC, or alone. */
async function main(): Promise<void> {
  const config = readPlatformConfig()
  const log = createLogger('platform', config.LOG_LEVEL)
  const lifecycle = createLifecycle(log, stopLimitMs)
  stopOnSignals(lifecycle, log)
  // The gateway is gone, however it went: nothing is left to serve.
  process.once('disconnect', () => void end(lifecycle, 'the gateway is gone', 0))
  try {
    const ready = await boot(config, lifecycle, log)
    if (process.send) tell(ready)
    else process.stdout.write(describe(ready))
  } catch (error) {
    if (error instanceof StoppedError) return
    log.debug({ err: toError(error) }, 'the platform cannot start')
    refuse(toError(error).message)
    await end(lifecycle, 'the platform cannot start', 1)
  }
}

async function boot(config: PlatformConfig, lifecycle: Lifecycle, log: Logger): Promise<PlatformReady> {
  const { pool, url: databaseUrl } = await openDatabase(config, lifecycle, log)
  await migrate(pool, log)
  const made = await seed(pool, {
    adminEmail: config.ADMIN_EMAIL,
    ...(config.ADMIN_PASSWORD ? { adminPassword: config.ADMIN_PASSWORD } : {}),
    log,
  })
  const key = config.PUSHER_KEY ?? randomBytes(16).toString('hex')
  const shared = config.DATABASE_URL ? databaseUrl : null
  const live = await lifecycle.start(
    'live events',
    () => startLive({ pool, shared, key, log, clock: systemClock }),
    (part) => part.stop(),
  )
  const plans = createPlanStore(createDatabase(pool))
  const engine = createEngine({
    store: createRunStore(pool),
    clock: systemClock,
    log,
    findPlan: plans.findDefinition,
    publisher: live.publisher,
  })
  await lifecycle.start(
    'engine',
    () => engine.start(),
    () => engine.stop(),
  )
  const app = await lifecycle.start(
    'calls',
    () => buildPlatform({ pool, engine, publisher: live.publisher, clock: systemClock, log }),
    (part) => part.close(),
  )
  // Sockets never end by themselves, so their clients are sent away before the listener waits for its connections.
  await lifecycle.start(
    'sockets',
    () => live.endpoint.attach(app.server),
    () => live.endpoint.stop(),
  )
  await app.listen({ host: config.PLATFORM_HOST, port: config.PLATFORM_PORT })
  const { address, port, family } = app.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return {
    type: 'ready',
    url: `http://${host}:${port}`,
    pusher: { key, host: address, port },
    admin: made && { email: made.email, password: config.ADMIN_PASSWORD ? null : made.password },
  }
}

async function openDatabase(
  config: PlatformConfig,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<{ pool: pg.Pool; url: string }> {
  const url = config.DATABASE_URL ?? (await startEmbedded(config, lifecycle, log))
  const pool = await lifecycle.start(
    'database connections',
    () => createPool(url, log),
    (part) => part.end(),
  )
  return { pool, url }
}

async function startEmbedded(config: PlatformConfig, lifecycle: Lifecycle, log: Logger): Promise<string> {
  const postgres = await lifecycle.start(
    'postgres',
    () => startPostgres({ dataDir: path.join(config.DATA_DIR, 'postgres'), log }),
    (part) => part.stop(),
  )
  // Whoever started this process starts it anew, database and all.
  void postgres.exited.then(({ code, signal }) => {
    log.fatal({ code, signal }, 'PostgreSQL ended unexpectedly')
    return end(lifecycle, 'PostgreSQL ended', 1)
  })
  return postgres.url
}

async function end(lifecycle: Lifecycle, reason: string, code: number): Promise<never> {
  const stopCode = await lifecycle.stop(reason)
  process.exit(code || stopCode)
}

function tell(message: PlatformMessage): void {
  // A gateway that has just died cannot be told; its disconnect ends this process.
  if (process.connected) process.send?.(message)
}

function refuse(message: string): void {
  if (process.send) tell({ type: 'failed', message })
  else process.stderr.write(`${message}\n`)
}

function describe({ url, pusher, admin }: PlatformReady): string {
  const lines = [`Platform on ${url}, pusher key ${pusher.key}`]
  if (admin) lines.push(`First user: ${admin.email}${admin.password ? `, password ${admin.password}` : ''}`)
  return `${lines.join('\n')}\n`
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  refuse(error.message)
  process.exitCode = 1
}
