import { sql, type SqlBool } from 'kysely'
import type { Pool } from 'pg'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { advisoryLocks, createDatabase } from '../db/database.ts'
import { coalesce } from './coalesce.ts'
import { createLeadership } from './leadership.ts'
import { eventsOf, type ServiceEvent } from './payload.ts'

/** Maximum number of events in one request. */
const MAX_BATCH = 10

/** The service refuses this batch permanently. */
export class BatchRefused extends Error {}

export type PublishBatch = (events: readonly ServiceEvent[]) => Promise<void>

/** Outbox rows of one round; further rows wait in the database. */
const ROUND_ROWS = 200
/** Concurrent requests; the events of a channel always use the same one, in order. */
const LANES = 8
const lookEveryMs = 1000
const retryMs = { first: 200, most: 10_000 }

export interface RelayOptions {
  pool: Pool
  publish: PublishBatch
  log: Logger
  /** Other processes still have to read published rows; else they are removed. */
  keepPublished: boolean
}

export interface Relay {
  start(): void
  /** There are new rows. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Publishes the outbox through a realtime service. One process does it for all, in the order of the rows;
 * another takes over when it ends. Failed requests are repeated; a batch whose answer was lost is sent twice,
 * and none is lost while the service is unavailable for less time than the outbox keeps its rows.
 */
export function createRelay({ pool, publish, log, keepPublished }: RelayOptions): Relay {
  const db = createDatabase(pool)
  const leadership = createLeadership({ pool, key: advisoryLocks.relay, log })
  const stopped = new AbortController()
  let news = new AbortController()
  let work: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      news = new AbortController()
      try {
        if ((await leadership.acquire()) && (await round())) continue
      } catch (error) {
        log.warn({ err: toError(error) }, 'live messages wait')
      }
      await pause(lookEveryMs, AbortSignal.any([stopped.signal, news.signal]))
    }
  }

  /** False when there were no rows. */
  async function round(): Promise<boolean> {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', sql<LiveMessage[]>`messages::json`.as('messages')])
      .where('published', 'is', null)
      .orderBy('id')
      .limit(ROUND_ROWS)
      .execute()
    if (rows.length === 0) return false
    const events = coalesce(rows.flatMap(({ messages }) => messages)).flatMap(eventsOf)
    const sent = await Promise.all(lanesOf(events).map(sendLane))
    if (!sent.every(Boolean)) return false
    const those = sql<SqlBool>`id = any(${rows.map(({ id }) => id)}::bigint[])`
    if (keepPublished) await sql`update outbox set published = now() where ${those}`.execute(db)
    else await sql`delete from outbox where ${those}`.execute(db)
    return true
  }

  /** False when this process stopped or lost its lock before all was sent. */
  async function sendLane(events: ServiceEvent[]): Promise<boolean> {
    for (let at = 0; at < events.length; at += MAX_BATCH)
      if (!(await send(events.slice(at, at + MAX_BATCH)))) return false
    return true
  }

  async function send(batch: ServiceEvent[]): Promise<boolean> {
    let delay = retryMs.first
    while (!stopped.signal.aborted && leadership.isHeld()) {
      try {
        await publish(batch)
        return true
      } catch (error) {
        if (error instanceof BatchRefused) {
          log.error({ err: error, channels: batch.map(({ channel }) => channel) }, 'live messages are lost')
          return true
        }
        log.warn({ err: toError(error), againInMs: delay }, 'live messages cannot be published yet')
        await pause(delay, stopped.signal)
        delay = Math.min(delay * 2, retryMs.most)
      }
    }
    return false
  }

  return {
    start() {
      work = run()
    },
    wake: () => news.abort(),
    async stop() {
      stopped.abort()
      await work
      await leadership.release()
    },
  }
}

/** Groups events by channel, in order. */
function lanesOf(events: readonly ServiceEvent[]): ServiceEvent[][] {
  const lanes: ServiceEvent[][] = Array.from({ length: LANES }, () => [])
  for (const event of events) lanes[laneOf(event.channel)]?.push(event)
  return lanes.filter((lane) => lane.length > 0)
}

function laneOf(channel: string): number {
  let hash = 0
  for (let at = 0; at < channel.length; at++) hash = (hash * 31 + channel.charCodeAt(at)) | 0
  return Math.abs(hash) % LANES
}

/** Ends early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
