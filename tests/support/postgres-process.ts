import { pino } from 'pino'
import { startPostgres } from '../../server/platform/db/postgres.ts'

/**
 * Starts PostgreSQL on the folder given as argument in a process that a test may kill. Tells its parent
 * `{ pid, url }` or `{ error }`, and waits to be killed.
 */
try {
  const postgres = await startPostgres({ dataDir: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
  process.send?.({ pid: postgres.pid, url: postgres.url })
} catch (error) {
  process.send?.({ error: String(error) })
}
