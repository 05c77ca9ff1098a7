import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl } from './database-url.ts'
import { startPostgres } from '../../server/platform/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const templateDatabase = 'migrated_template'

/** One real PostgreSQL for all tests of the project, with a migrated database to clone from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'console-test-'))
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
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
  const template = new Client(databaseUrl(url, templateDatabase))
  await template.connect()
  const folder = new URL('../../server/platform/db/migrations/', import.meta.url)
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort())
    await template.query(await readFile(new URL(file, folder), 'utf8'))
  await template.end()
}
