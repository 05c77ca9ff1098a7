import pg from 'pg'
import { toError } from '#server/lib/errors.ts'
import { watchHeartbeat } from '#server/lib/heartbeat.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { RunningPostgres } from './postgres.ts'
import { isStopped, processesOf } from './postgres-processes.ts'

interface WatchedPostgres {
  postgres: Pick<RunningPostgres, 'url' | 'pid' | 'kill'>
  /** Longest time without a sign of life. */
  limitMs: number
  log: Logger
}

/** Signs of life that are asked for within the limit; each costs PostgreSQL a new connection. */
const probes = 4

/**
 * Kills a PostgreSQL that hangs, so that it is restarted. A sign of life is an answer on a new connection while none of its
 * processes is stopped: existing connections work while the postmaster hangs, and new ones while another backend hangs.
 */
export function watchPostgres({ postgres, limitMs, log }: WatchedPostgres): { stop(): void } {
  const heartbeat = watchHeartbeat({
    limitMs,
    ticks: probes,
    onSilence() {
      clearInterval(timer)
      log.fatal({ pid: postgres.pid, silentMs: limitMs }, 'PostgreSQL hangs, killing it')
      postgres.kill()
    },
  })
  let probing = false
  const timer = setInterval(() => {
    if (probing) return
    probing = true
    void answers(postgres.url, limitMs / 2, log)
      .then((alive) => alive && !processesOf(postgres.pid).some(isStopped) && heartbeat.beat())
      .finally(() => (probing = false))
  }, limitMs / probes)
  return {
    stop() {
      clearInterval(timer)
      heartbeat.stop()
    },
  }
}

/** Whether the server answers a new connection in time; a refusal is an answer. */
async function answers(connectionString: string, withinMs: number, log: Logger): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'workforce-watch',
  })
  const noted = (error: unknown) =>
    log.debug({ err: toError(error).message }, 'PostgreSQL was asked for a sign of life')
  client.on('error', noted)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    noted(error)
    // A code of five characters comes from the server, as when all connections are in use.
    return /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  } finally {
    // One that hangs does not confirm the end.
    void client.end().catch(noted)
  }
}
