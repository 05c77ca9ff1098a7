import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createPool } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readPostmaster } from '../../server/platform/db/postgres-owner.ts'
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

/** The process of the PostgreSQL that the product runs in that folder. Throws when there is none. */
export async function postmasterIn(folder: string): Promise<number> {
  const found = await readPostmaster(join(folder, 'data'))
  if (!found) throw new Error(`No PostgreSQL runs in ${folder}`)
  return found.pid
}

/** Bytes that a PostgreSQL has written to its log (WAL) since it was created. */
export async function logBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const sql = "select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes"
    const { rows } = await client.query<{ bytes: number }>(sql)
    return rows[0]?.bytes ?? Number.NaN
  } finally {
    await client.end()
  }
}
