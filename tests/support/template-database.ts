import { Client } from 'pg'
import { pino } from 'pino'
import { migrate } from '#server/platform/db/migrate.ts'
import { createPool } from '#server/platform/db/database.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const templateDatabase = 'migrated_template'

/**
 * Creates the migrated database that `createTestDatabase` clones. Turns durable writes of the server off: no
 * database of a test outlives it, and hundreds of databases are created and dropped.
 */
export async function makeTemplate(url: string): Promise<void> {
  const admin = new Client(url)
  await admin.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const pool = createPool(databaseUrl(url, templateDatabase))
  await migrate(pool, pino({ level: 'silent' }))
  await pool.end()
}
