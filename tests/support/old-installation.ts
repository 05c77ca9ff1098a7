import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'

const fixtures = path.join(import.meta.dirname, '../faults/fixtures')

interface Lease {
  taskId: string
  lease: string
  attempt: number
  workQueueId: string
}

export interface AliasKeys {
  aliasId: string
  accessKeyId: string
  secretAccessKey: string
  keyId: string
  privateKey: string
}

/** What belongs to the dump of version 1.0.108 and is not in it. */
export interface OldInstallation {
  /** Moment of the dump. */
  dumped: string
  secretsKey: string
  owner: { email: string; password: string; bearer: string }
  member: { email: string; password: string }
  accountId: string
  appId: string
  deploymentId: string
  planId: string
  workerId: string
  secrets: {
    appToken: { key: string; secret: string }
    variables: Record<string, string>
    environment: Record<string, string>
    settings: Record<string, string>
  }
  links: { invitation: string; reset: string }
  aliases: { default: AliasKeys; canary: AliasKeys }
  type: string
  /** Ids of runs that had ended, and of runs under way, by name. */
  runs: Record<string, string>
  open: Record<string, string>
  /** Leases that workers held. */
  held: { child: Lease; canary: Lease }
}

export const oldInstallation = JSON.parse(
  readFileSync(path.join(fixtures, 'version-1.0.108.json'), 'utf8'),
) as OldInstallation

const unzipped = (name: string) => gunzipSync(readFileSync(path.join(fixtures, name))).toString('utf8')

/** The statements of that version. */
export const oldStatements = () => JSON.parse(unzipped('version-1.0.108.statements.json.gz')) as string[]

/** Seconds that the installation was down between the dump and the test. */
const downSeconds = 5

/**
 * Loads the dump into an empty database. All its moments are moved, as if the installation had ended some seconds ago:
 * otherwise leases, links and tokens would have expired, and the retention would delete old runs.
 */
export async function loadOldInstallation(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    await client.query(unzipped('version-1.0.108.sql.gz'))
    // The dump empties it.
    await client.query('set search_path to public')
    const ageMs = Date.now() - Date.parse(oldInstallation.dumped) - downSeconds * 1000
    const { rows } = await client.query<{ table: string; sets: string }>(
      `select table_name as table,
         string_agg(format('%1$I = %1$I + interval ''%2$s milliseconds''', column_name, $1::bigint), ', ') as sets
       from information_schema.columns
       where table_schema = 'public' and data_type like 'timestamp%' and is_generated = 'NEVER'
       group by table_name`,
      [ageMs],
    )
    await client.query('alter table audit disable trigger audit_kept')
    for (const { table, sets } of rows) await client.query(`update ${table} set ${sets}`)
    await client.query('alter table audit enable trigger audit_kept')
  } finally {
    client.release(true)
  }
}

/** The primary keys of all rows as text, by table. */
export async function keysOf(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `select conrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'p' and connamespace = 'public'::regnamespace group by 1`,
  )
  const keys = new Map<string, string[]>()
  for (const { table, columns } of rows) {
    const found = await pool.query<{ key: string }>(
      `select row(${columns})::text as key from ${table} order by 1`,
    )
    keys.set(
      table,
      found.rows.map(({ key }) => key),
    )
  }
  return keys
}
