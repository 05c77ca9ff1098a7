import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { isUnavailable } from './unavailable.ts'

const ASK_EVERY_MS = 1000

/** Reports a database that cannot be asked once, and not for each call that is refused meanwhile. */
export interface OutageLog {
  /** Whether the error is that of a database which cannot be asked; then nothing else has to be logged of it. */
  covers(error: unknown): boolean
  stop(): Promise<void>
}

/**
 * The first such error is one line of the log, without its stack. From then on the database is asked every
 * `askEveryMs`, and its first answer is another line, with the duration. A statement that took too long (57014) is no outage.
 */
export function createOutageLog(
  pool: Pick<pg.Pool, 'query'>,
  log: Logger,
  askEveryMs = ASK_EVERY_MS,
): OutageLog {
  const stopping = new AbortController()
  let outage: Promise<void> | null = null

  async function answers(): Promise<boolean> {
    try {
      await pool.query('select 1')
      return true
    } catch (error) {
      log.debug({ err: toError(error) }, 'the database still cannot be asked')
      return false
    }
  }

  async function follow(): Promise<void> {
    const from = performance.now()
    do await wait(askEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    while (!stopping.signal.aborted && !(await answers()))
    outage = null
    if (stopping.signal.aborted) return
    const seconds = Math.round((performance.now() - from) / 100) / 10
    log.info({ seconds }, 'the database can be asked again')
  }

  return {
    covers(error) {
      const { code, message } = toError(error) as Error & { code?: string }
      if (code === '57014' || !isUnavailable(error)) return false
      if (outage || stopping.signal.aborted) return true
      log.error({ err: { message, code } }, 'the database cannot be asked: calls are refused until it can')
      outage = follow()
      return true
    },
    async stop() {
      stopping.abort()
      await outage
    },
  }
}
