import { randomBytes } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Client, Pool } from 'pg'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createDatabase } from '../db/database.ts'
import { primaryClient } from '../db/primary.ts'

const channel = 'console_outbox'
const gapWord = 'gap'
/** PostgreSQL takes payloads below 8,000 bytes; an id has at most 19 digits. */
const idsPerPayload = 350
const checkEveryMs = 15_000
const answerWithinMs = 10_000
const retryMs = { first: 200, most: 5000 }

export interface OutboxRow {
  id: string
  messages: LiveMessage[]
}

export interface NotifyOptions {
  connectionString: string
  pool: Pool
  log: Logger
  /** Rows of the outbox that another process has committed. */
  received(rows: OutboxRow[]): void
  /** Messages may be missing from now on, until `complete`. */
  incomplete(): void
  /** All later messages arrive; earlier ones have to be read again. */
  complete(): void
}

export interface Notify {
  channel: string
  gap: string
  payloads(ids: string[]): string[]
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Announces outbox rows to the other platform processes on the database, only by their ids. Without the
 * listening connection this process cannot know what it misses, so it reports a gap.
 */
export function createNotify(options: NotifyOptions): Notify {
  const { connectionString, pool, log, received, incomplete, complete } = options
  const db = createDatabase(pool)
  const Session = primaryClient(connectionString)
  const me = randomBytes(6).toString('hex')
  let client: Client | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let reading: Promise<void> = Promise.resolve()

  async function listen(): Promise<void> {
    const next = new Session({ keepAlive: true, query_timeout: answerWithinMs })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      void next.end()
      throw error
    }
    // The stop did not know of this connection.
    if (stopped) return next.end()
    client = next
    timer = setTimeout(() => void check(next), checkEveryMs)
  }

  /** Finds a connection that the network dropped without closing it. */
  async function check(asked: Client): Promise<void> {
    try {
      await asked.query('select 1')
      if (client === asked) timer = setTimeout(() => void check(asked), checkEveryMs)
    } catch (error) {
      log.warn({ err: toError(error) }, 'the listening connection does not answer')
      lost(asked)
    }
  }

  function lost(which: Client): void {
    if (stopped || client !== which) return
    client = null
    if (timer) clearTimeout(timer)
    log.warn('lost the listening connection, live clients will read again')
    which.end().catch(() => log.debug('the lost connection was closed already'))
    incomplete()
    retry(retryMs.first)
  }

  function retry(delay: number): void {
    timer = setTimeout(() => {
      listen().then(
        () => stopped || complete(),
        (error: unknown) => {
          log.warn({ err: toError(error) }, 'cannot listen yet')
          if (!stopped) retry(Math.min(delay * 2, retryMs.most))
        },
      )
    }, delay)
  }

  function onNotification(payload: string): void {
    const [from, what = ''] = payload.split(':')
    if (from === me) return
    reading = reading.then(what === gapWord ? missed : () => read(what.split(',')))
  }

  function missed(): void {
    incomplete()
    complete()
  }

  async function read(ids: string[]): Promise<void> {
    try {
      const rows = await db
        .selectFrom('outbox')
        .select(['id', sql<LiveMessage[]>`messages::json`.as('messages')])
        .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
        .orderBy('id')
        .execute()
      if (rows.length < ids.length) missed()
      received(rows)
    } catch (error) {
      log.error({ err: toError(error) }, 'cannot read announced messages')
      missed()
    }
  }

  return {
    channel,
    gap: `${me}:${gapWord}`,
    payloads(ids) {
      const payloads: string[] = []
      for (let at = 0; at < ids.length; at += idsPerPayload)
        payloads.push(`${me}:${ids.slice(at, at + idsPerPayload).join(',')}`)
      return payloads
    },
    start: listen,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      const last = client
      client = null
      await last?.end()
      await reading
    },
  }
}
