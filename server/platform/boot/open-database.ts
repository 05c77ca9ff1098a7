import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { generatedKey } from '#server/generated-key.ts'
import { createSteadyClock, systemClock, type Clock } from '#server/lib/clock.ts'
import { startPart } from '#server/lib/lifecycle.ts'
import { openSeal } from '../auth/open-seal.ts'
import type { Seal } from '../auth/seal.ts'
import { followClockSteps } from '../db/clock-steps.ts'
import { createDatabase, createPool, type Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { requireOwnSessions } from '../db/pooler.ts'
import { startProcessWatch, type RunningWatch } from '../runs/process-watch.ts'
import type { BootOptions } from './options.ts'

/** The database of a platform, migrated, and what depends on who else uses it. */
export interface OpenDatabase {
  pool: Pool
  db: Kysely<Database>
  watch: RunningWatch
  seal: Seal
  /** The system's, or one that ignores its steps where this process is the only user of the database. */
  clock: Clock
}

/** Connects, refuses a pooler that shares sessions, migrates, and opens the sealed values. */
export async function openDatabase({
  config,
  databaseUrl,
  secretsKey,
  lifecycle,
  log,
  watchThread,
}: BootOptions): Promise<OpenDatabase> {
  const pool = await lifecycle.start(
    'database connections',
    () => createPool(databaseUrl, log),
    (part) => part.end(),
  )
  const watch = await startPart(lifecycle, 'watch', () => startProcessWatch(databaseUrl, log, watchThread))
  if (config.DATABASE_URL) await requireOwnSessions(pool)
  await migrate(pool, log)
  const seal = await openSeal({
    pool,
    log,
    keys: secretsKey,
    makeKey: () => generatedKey(config.DATA_DIR, 'secrets'),
    acceptLost: config.SECRETS_KEY_LOST === 'accept',
  })
  const db = createDatabase(pool)
  if (config.DATABASE_URL) return { pool, db, watch, seal, clock: systemClock }
  const clock = createSteadyClock()
  await startPart(lifecycle, 'clock steps', () => followClockSteps({ db, clock, log }))
  return { pool, db, watch, seal, clock }
}
