import type { TestProject } from 'vitest/node'
import { startPostgres15 } from './postgres-15.ts'
import { makeTemplate } from './template-database.ts'

/** Like `postgres-setup.ts`, with Debian's PostgreSQL 15. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres15()
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
