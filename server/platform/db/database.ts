import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/lib/logger.ts'
import type * as apps from './tables/apps.ts'
import type * as people from './tables/people.ts'
import type * as runs from './tables/runs.ts'
import type * as workers from './tables/workers.ts'

/**
 * A pool of connections to the platform's database. Waiting for a connection and running a statement are both
 * bounded, so a database that hangs turns into errors and never into a growing queue of requests.
 * `log` receives the faults of connections, which would end the process if nobody listened.
 */
export function createPool(connection: string | pg.PoolConfig, log?: Logger): pg.Pool {
  const pool = new pg.Pool({
    max: 10,
    // Shorter than a gateway's patience of 9.5 s, so that callers hear of a full pool from here.
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'workforce-platform',
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  })
  pool.on('error', ({ message, code }: Error & { code?: string }) => {
    // While the pool ends, the database may be gone before the last goodbye has reached it. The library hangs its
    // whole client on the error, which says nothing to anybody.
    if (!pool.ending) log?.warn({ err: { message, code } }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    // Of a connection in use the pool hears nothing. Whoever uses it learns it by the statement that fails; this only
    // keeps an error that nobody listens to from ending the process.
    client.on('error', ({ message }) => log?.debug({ err: { message } }, 'a database connection was lost'))
  })
  return pool
}

/** Every table that is read or written through the query builder; the engine has its own statements. */
export interface Database {
  users: people.UserTable
  accounts: people.AccountTable
  account_settings: people.AccountSettingsTable
  memberships: people.MembershipTable
  tokens: people.TokenTable
  mail_links: people.MailLinkTable
  teams: people.TeamTable
  team_members: people.TeamMemberTable
  audit: people.AuditTable
  apps: apps.AppTable
  app_tokens: apps.AppTokenTable
  app_variables: apps.AppVariableTable
  collaborators: apps.CollaboratorTable
  plans: apps.PlanTable
  plan_revisions: apps.PlanRevisionTable
  workers: workers.WorkerTable
  worker_aliases: workers.WorkerAliasTable
  alias_keys: workers.AliasKeyTable
  scripts: workers.ScriptTable
  clusters: workers.ClusterTable
  deployments: workers.ClusterDeploymentTable
  workqueues: runs.WorkqueueRow
  tasks: runs.TaskRow
  task_logs: runs.TaskLogRow
  outbox: runs.OutboxTable
  receipts: runs.ReceiptTable
  receipt_rows: runs.ReceiptRowTable
}

/** The query builder over a pool that the caller owns: never call its `destroy`, which would end the pool. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** Keys of the advisory locks of this program; any two must differ. */
export const advisoryLocks = {
  /** Held while the schema is brought up to date. */
  migrate: 720_011,
  /** Held while the first user is made. */
  seed: 720_012,
  /** First of two keys; the second is the number under which an engine process holds tasks. */
  holder: 720_013,
  /** Held while what is older than the retention is removed. */
  retention: 720_014,
  /** Held by the process that publishes live messages through a realtime service. */
  relay: 720_015,
} as const
