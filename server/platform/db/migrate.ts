import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from '#server/lib/logger.ts'
import { advisoryLocks } from './database.ts'

interface Migration {
  version: number
  /** File name, as `0001-start.sql`. */
  name: string
}

/** The build copies the SQL files beside the bundle, so that this URL is valid in both. */
const ownDirectory = new URL('./migrations/', import.meta.url)

/**
 * Migrates the schema: applies the numbered files of `directory` that the database does not have, in order,
 * each in its own transaction. Several processes may call it at once; one migrates, the others wait. Throws,
 * with a message for the operator, when the database is newer than this program. It uses pg and not kysely: a
 * session-level lock needs a connection that is closed afterwards, and a file has several statements.
 */
export async function migrate(pool: pg.Pool, log: Logger, directory: URL = ownDirectory): Promise<void> {
  const migrations = await listMigrations(directory)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    const applied = await appliedVersions(client)
    const current = Math.max(0, ...applied)
    const newest = migrations.at(-1)?.version ?? 0
    if (current > newest)
      throw new Error(
        `The database is at version ${current}, but this program knows versions up to ${newest} only. ` +
          'Start the version of the program that last used this database, or a newer one.',
      )
    for (const migration of migrations.filter(({ version }) => !applied.has(version))) {
      await apply(client, migration, await readFile(new URL(migration.name, directory), 'utf8'))
      log.info({ migration: migration.name }, 'database migrated')
    }
  } finally {
    // Closing the session also releases the advisory lock, whatever the state of the connection.
    client.release(true)
  }
}

async function listMigrations(directory: URL): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const migrations = files.map((name) => ({ name, version: Number(name.slice(0, 4)) }))
  const twice = migrations.find(({ version }, index) => version === migrations[index - 1]?.version)
  if (twice) throw new Error(`Migrations must have different numbers: ${twice.name} has that of another file`)
  return migrations
}

async function appliedVersions(client: pg.PoolClient): Promise<Set<number>> {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      applied timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  return new Set(rows.map(({ version }) => version))
}

async function apply(client: pg.PoolClient, migration: Migration, sql: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (version, name) values ($1, $2)', [
      migration.version,
      migration.name,
    ])
    await client.query('commit')
  } catch (error) {
    // The caller closes the session, and that rolls back.
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}
