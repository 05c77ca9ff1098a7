import type pg from 'pg'
import { advisoryLocks } from '../db/database.ts'
import type { HolderSession } from '../engine/types.ts'

/**
 * A new number for this process, and the session that proves it alive: the database releases the lock when
 * the session ends, for any reason. `lost` is called at most once, and never after `release`. A session that
 * ends before it has its number only rejects.
 */
export async function openHolderSession(pool: pg.Pool, lost: () => void): Promise<HolderSession> {
  const client = await pool.connect()
  let over = false
  let held = false
  const end = (): boolean => {
    const first = !over
    if (first) client.release(true)
    over = true
    return first
  }
  const onLost = () => {
    if (end() && held) lost()
  }
  client.on('error', onLost)
  client.on('end', onLost)
  try {
    const { rows } = await client.query<{ number: number }>(
      `with taken as materialized (select nextval('engine_holders')::integer as number)
       select number, pg_advisory_lock(${advisoryLocks.holder}, number) from taken`,
    )
    if (over) throw new Error('The session ended when it had just begun')
    held = true
    return {
      number: rows[0]!.number,
      release: () => {
        end()
        return Promise.resolve()
      },
    }
  } catch (error) {
    end()
    throw error
  }
}
