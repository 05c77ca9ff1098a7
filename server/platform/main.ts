import path from 'node:path'
import { ConfigError, readPlatformConfig, type PlatformConfig } from '../config.ts'
import { keptKey } from '../generated-key.ts'
import { toError } from '../lib/errors.ts'
import { heartbeats } from '../lib/heartbeat.ts'
import { createLifecycle, startPart, StoppedError, stopOnSignals, type Lifecycle } from '../lib/lifecycle.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import type { PlatformMessage, PlatformReady } from '../supervisor.ts'
import { watchPostgres } from './db/postgres-watch.ts'
import { startPostgres, type RunningPostgres } from './db/postgres.ts'
import { acceptChanges, keepSpareSegment, monitorSpace } from './db/space.ts'

/** The supervising gateway waits 10 s in all; this leaves it time to stop. */
const stopLimitMs = 8000

/**
 * The embedded platform as a process: a child of the gateway, which gets its address over IPC, or standalone.
 */
async function main(): Promise<void> {
  const config = readPlatformConfig(undefined, { alone: !process.send })
  const log = createLogger('platform', config.LOG_LEVEL)
  const lifecycle = createLifecycle(log, stopLimitMs)
  stopOnSignals(lifecycle, log)
  if (process.send) beat(config.HANG_LIMIT / heartbeats)
  // Without the gateway there is nothing to serve.
  process.once('disconnect', () => void end(lifecycle, 'the gateway is gone', 0))
  try {
    // The database starts while the other modules are loaded.
    const external = config.DATABASE_URL
    const [database, secretsKey, { bootPlatform }] = await Promise.all([
      external ? { url: external, data: null } : startEmbedded(config, lifecycle, log),
      config.SECRETS_KEY ?? keptKey(config.DATA_DIR, 'secrets'),
      import('./boot/boot.ts'),
    ])
    const ready = await bootPlatform({ config, databaseUrl: database.url, secretsKey, lifecycle, log })
    const { url, data } = database
    if (data !== null)
      await startPart(lifecycle, 'space monitor', () =>
        monitorSpace({ url, data, minFreeBytes: config.MIN_FREE_MB * 1024 ** 2, log }),
      )
    if (process.send) send(ready)
    else process.stdout.write(describe(ready))
  } catch (error) {
    if (error instanceof StoppedError) return
    log.debug({ err: toError(error) }, 'the platform cannot start')
    refuse(toError(error).message)
    await end(lifecycle, 'the platform cannot start', 1)
  }
}

async function startEmbedded(
  config: PlatformConfig,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<RunningPostgres> {
  const postgres = await startPart(lifecycle, 'postgres', () =>
    startPostgres({ dataDir: path.join(config.DATA_DIR, 'postgres'), log }),
  )
  await startPart(lifecycle, 'watch of postgres', () =>
    watchPostgres({ postgres, limitMs: config.HANG_LIMIT, log }),
  )
  // The parent restarts this process and with it the database.
  void postgres.exited.then(({ code, signal }) => {
    log.fatal({ code, signal }, 'PostgreSQL ended unexpectedly')
    return end(lifecycle, 'PostgreSQL ended', 1)
  })
  await acceptChanges(postgres)
  // Beside the start, because the disk may be slow.
  keepSpareSegment(postgres).catch((error: unknown) =>
    log.warn({ err: error }, 'the log of the database has no spare segment yet'),
  )
  return postgres
}

async function end(lifecycle: Lifecycle, reason: string, code: number): Promise<never> {
  const stopCode = await lifecycle.stop(reason)
  process.exit(code || stopCode)
}

function send(message: PlatformMessage): void {
  // A gateway that has just died receives no message; its disconnect ends this process.
  if (process.connected) process.send?.(message)
}

/** Tells the gateway regularly that this process works. At most one message waits, also while the gateway is stopped. */
function beat(everyMs: number): void {
  let waiting = false
  setInterval(() => {
    if (waiting || !process.connected) return
    waiting = true
    process.send?.({ type: 'alive' } satisfies PlatformMessage, () => (waiting = false))
  }, everyMs).unref()
}

function refuse(message: string): void {
  if (process.send) send({ type: 'failed', message })
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
