import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** How long a notification may take. */
const WITHIN_MS = 2000

/**
 * Throws when the address leads to a pooler that gives each transaction another session (PgBouncer's `transaction` and
 * `statement`): notifications between platforms would not arrive, and locks that show which process lives would be lost
 * with their transaction. Found out by listening in one session to what another one sends.
 */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  const channel = `console_check_${randomBytes(6).toString('hex')}`
  const listener = await pool.connect()
  try {
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true))
      setTimeout(() => resolve(false), WITHIN_MS)
    })
    await listener.query(`listen ${channel}`)
    await pool.query(`notify ${channel}`)
    if (!(await heard))
      throw new Error(
        'DATABASE_URL leads to a pooler in transaction mode: name PostgreSQL itself, or a pooler in session mode',
      )
  } finally {
    // It still listens, so no other part may get it.
    listener.release(true)
  }
}
