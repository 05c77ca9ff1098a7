import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** Closes the pool and drops the database. */
  drop(): Promise<void>
}

/** A database for one test: a clone of the migrated template, created in about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(server, `create database ${name} template migrated_template`)
  const url = databaseUrl(server, name)
  const pool = testPool(url, 8)
  return {
    url,
    pool,
    async drop() {
      await pool.end()
      await execute(server, `drop database ${name} with (force)`)
    },
  }
}

/**
 * A pool on a test database. Dropping the database cuts connections that are still closing; their errors are
 * ignored, because the pool no longer listens to connections that it has released.
 */
export function testPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
