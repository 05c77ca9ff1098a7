import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { makeTemplate } from './template-database.ts'

/** One PostgreSQL server for all tests of the project, with a migrated template database. */
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
