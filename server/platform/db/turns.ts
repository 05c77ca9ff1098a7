import { sql, type IsolationLevel, type Kysely, type Transaction } from 'kysely'
import { advisoryLocks, type Database } from './database.ts'

type Lock = (typeof advisoryLocks)[keyof typeof advisoryLocks]

/**
 * Runs work in a transaction that one process at a time is in. Resolves with null, and nothing is done, while another is.
 * The lock ends with the transaction, whatever becomes of the process.
 */
export function inTurn<Result>(
  db: Kysely<Database>,
  lock: Lock,
  work: (trx: Transaction<Database>) => Promise<Result>,
  isolation: IsolationLevel = 'read committed',
): Promise<Result | null> {
  return db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (trx) => {
      const { rows } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(trx)
      return rows[0]?.mine ? work(trx) : null
    })
}

/**
 * Runs work of several transactions that one process at a time does. Resolves with null, and nothing is done, while another
 * does it. The lock ends with the session, whatever becomes of the process.
 */
export function inLongTurn<Result>(
  db: Kysely<Database>,
  lock: Lock,
  work: (session: Kysely<Database>) => Promise<Result>,
): Promise<Result | null> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(
      session,
    )
    if (!rows[0]?.mine) return null
    try {
      return await work(session)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(session)
    }
  })
}
