import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { makeTemplate } from './template-database.ts'

interface SharedServer {
  url: Promise<string>
  users: number
  stop(): Promise<void>
}

/** In the process and not in this module, because each project loads its set-ups for itself. */
const holder = globalThis as { testPostgres?: SharedServer | undefined }

/**
 * One PostgreSQL server for all tests of the projects that name this set-up, with a migrated template database. Tests of
 * different projects share its connections as those of one project do.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (holder.testPostgres ??= start())
  server.users++
  project.provide('postgresUrl', await server.url)
  return async () => {
    if (--server.users > 0) return
    holder.testPostgres = undefined
    await server.stop()
  }
}

function start(): SharedServer {
  const begun = (async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'console-test-'))
    const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }), connections: 100 })
    await makeTemplate(postgres.url)
    return { dataDir, postgres }
  })()
  return {
    url: begun.then(({ postgres }) => postgres.url),
    users: 0,
    async stop() {
      const { dataDir, postgres } = await begun
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
