import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { createPool } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { startPostgres } from '../../server/platform/db/postgres.ts'

const log = pino({ level: 'silent' })

/** Works in a folder that is removed afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Works on the product's own PostgreSQL with an empty, migrated database. */
export const inDatabase = <Result>(
  work: (database: { url: string; pool: pg.Pool }) => Promise<Result>,
): Promise<Result> =>
  inFolder(async (folder) => {
    const postgres = await startPostgres({ dataDir: folder, log })
    const pool = createPool(postgres.url, log)
    try {
      await migrate(pool, log)
      return await work({ url: postgres.url, pool })
    } finally {
      await pool.end()
      await postgres.stop()
    }
  })
