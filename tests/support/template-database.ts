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

/** Makes the migrated database that `createTestDatabase` clones. */
export async function makeTemplate(url: string): Promise<void> {
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const pool = createPool(databaseUrl(url, templateDatabase))
  await migrate(pool, pino({ level: 'silent' }))
  await pool.end()
}
