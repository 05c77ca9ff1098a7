import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl } from './database-url.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { createPool } from '../../server/platform/db/pool.ts'
import { startPostgres } from '../../server/platform/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const log = pino({ level: 'silent' })
const templateDatabase = 'migrated_template'

/** One real PostgreSQL for all tests of the project, with a migrated database to clone from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'console-test-'))
  const postgres = await startPostgres({ dataDir, log })
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const pool = createPool(databaseUrl(url, templateDatabase))
  await migrate(pool, log)
  await pool.end()
}
