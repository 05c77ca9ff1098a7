import type { Pool, PoolClient } from 'pg'
import type { Logger } from '#server/lib/logger.ts'

export interface Leadership {
  /** Takes the lock if it is free; true while this process has it. */
  acquire(): Promise<boolean>
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * The lock of the one process that does a job for all on its database. It belongs to a separate session, so
 * the database gives it to the next process when this one ends, for any reason.
 */
export function createLeadership({ pool, key, log }: { pool: Pool; key: number; log: Logger }): Leadership {
  let held: PoolClient | null = null

  function lost(client: PoolClient): void {
    if (held !== client) return
    held = null
    client.release(true)
    log.warn('lost the session that holds the lock of the publisher')
  }

  return {
    async acquire() {
      if (held) return true
      const client = await pool.connect()
      try {
        const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
          key,
        ])
        if (!rows[0]?.mine) {
          client.release()
          return false
        }
      } catch (error) {
        client.release(true)
        throw error
      }
      held = client
      client.on('error', () => lost(client))
      client.on('end', () => lost(client))
      return true
    },
    isHeld: () => held !== null,
    async release() {
      const client = held
      held = null
      client?.release(true)
    },
  }
}
