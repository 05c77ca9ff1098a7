import { pino } from 'pino'
import { startPostgres } from '#server/platform/db/postgres.ts'

/**
 * Starts PostgreSQL on the folder in its argument in a process that a test may kill. Sends its parent `{ pid,
 * url, ms }` or `{ error, ms }`, `ms` being the duration, and waits to be killed.
 */
const from = performance.now()
const ms = () => performance.now() - from
try {
  const postgres = await startPostgres({ dataDir: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
  process.send?.({ pid: postgres.pid, url: postgres.url, ms: ms() })
} catch (error) {
  process.send?.({ error: String(error), ms: ms() })
}
