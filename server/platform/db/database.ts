import { Kysely, type Generated } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/lib/logger.ts'
import { primaryClient } from './primary.ts'
import { ScopedDialect } from './row-scope.ts'
import type * as alerts from './tables/alerts.ts'
import type * as apps from './tables/apps.ts'
import type * as attention from './tables/attention.ts'
import type * as failures from './tables/failures.ts'
import type * as gitops from './tables/gitops.ts'
import type * as hooks from './tables/hooks.ts'
import type * as people from './tables/people.ts'
import type * as runs from './tables/runs.ts'
import type * as schedules from './tables/schedules.ts'
import type * as workers from './tables/workers.ts'

/**
 * Creates a pool of connections to the platform's database, to the server that takes writes. Waiting for a connection and running a statement
 * are both bounded, so that a database that hangs causes errors and not a growing queue of requests. `log`
 * receives connection errors.
 */
export function createPool(connection: string | pg.PoolConfig, log?: Logger): pg.Pool {
  const pool = new pg.Pool({
    max: 10,
    // Below the gateway's timeout of 9.5 s, so that callers get the error of a full pool from the platform.
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'workforce-platform',
    // A machine that is gone answers nothing.
    keepAlive: true,
    ...(typeof connection === 'string' ? { Client: primaryClient(connection) } : connection),
  })
  pool.on('error', ({ message, code }: Error & { code?: string }) => {
    // While the pool ends, the database can be gone before the last message reaches it. Only these fields are
    // logged: pg attaches its whole client to the error.
    if (!pool.ending) log?.warn({ err: { message, code } }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    // The pool emits no errors of connections in use; the failing statement reports them. Without a listener
    // the error would end the process.
    client.on('error', ({ message }) => log?.debug({ err: { message } }, 'a database connection was lost'))
  })
  return pool
}

/** A key that has sealed values of this database. */
interface SecretKeyTable {
  /** The start of the key's hash. */
  id: string
  /** A known text, sealed by the key. */
  sealed: Buffer
  created: Generated<Date>
}

/** Every table that is read or written through the query builder. */
export interface Database {
  users: people.UserTable
  user_settings: people.UserSettingsTable
  accounts: people.AccountTable
  account_settings: people.AccountSettingsTable
  memberships: people.MembershipTable
  tokens: people.TokenTable
  mail_links: people.MailLinkTable
  invitation_mails: people.InvitationMailTable
  sign_in_attempts: people.SignInAttemptTable
  teams: people.TeamTable
  team_members: people.TeamMemberTable
  audit: people.AuditTable
  views: people.ViewTable
  apps: apps.AppTable
  app_tokens: apps.AppTokenTable
  app_variables: apps.AppVariableTable
  removed_variables: apps.RemovedVariableTable
  secret_keys: SecretKeyTable
  collaborators: apps.CollaboratorTable
  plans: apps.PlanTable
  plan_revisions: apps.PlanRevisionTable
  workers: workers.WorkerTable
  worker_aliases: workers.WorkerAliasTable
  alias_keys: workers.AliasKeyTable
  replaced_access_keys: workers.ReplacedAccessKeyTable
  queue_controls: workers.QueueControlTable
  scripts: workers.ScriptTable
  clusters: workers.ClusterTable
  deployments: workers.ClusterDeploymentTable
  deployment_changes: workers.DeploymentChangeTable
  workqueues: runs.WorkqueueRow
  tasks: runs.TaskRow
  task_attempts: runs.TaskAttemptRow
  task_logs: runs.TaskLogRow
  start_requests: runs.StartRequestTable
  workqueue_notes: runs.WorkqueueNoteTable
  outbox: runs.OutboxTable
  receipts: runs.ReceiptTable
  failure_events: failures.FailureEventTable
  failure_groups: failures.FailureGroupTable
  failure_hours: failures.FailureHourTable
  failure_tasks: failures.FailureTaskTable
  failure_keys: failures.FailureKeyTable
  receipt_rows: runs.ReceiptRowTable
  attention_items: attention.AttentionItemTable
  attention_changes: attention.AttentionChangeTable
  attention_hours: attention.AttentionHourTable
  alert_rules: alerts.AlertRuleTable
  alert_targets: alerts.AlertTargetTable
  alert_pending: alerts.AlertPendingTable
  alert_deliveries: alerts.AlertDeliveryTable
  hooks: hooks.HookTable
  hook_calls: hooks.HookCallTable
  schedules: schedules.ScheduleTable
  schedule_occurrences: schedules.ScheduleOccurrenceTable
  gitops_files: gitops.GitopsFileTable
  gitops_changes: gitops.GitopsChangeTable
  gitops_remote: gitops.GitopsRemoteTable
}

/**
 * Creates the query builder over a pool that the caller owns. Never call its `destroy`, which would end the
 * pool.
 */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new ScopedDialect({ pool }) })
}

/** Keys of the advisory locks of this program; each is unique. */
export const advisoryLocks = {
  /** Held while the schema is migrated. */
  migrate: 720_011,
  /** Held while the first user is created. */
  seed: 720_012,
  /** First of two keys; the second is the number of an engine process that holds tasks. */
  holder: 720_013,
  /** Held while rows older than the retention are deleted. */
  retention: 720_014,
  /** Held by the process that publishes live messages through a realtime service. */
  relay: 720_015,
  /** Held while the key of the secrets is checked. */
  secrets: 720_016,
  /** Held by the transaction that applies failed attempts to their groups. */
  failures: 720_019,
  /** Held by the transaction that changes what needs attention. */
  attention: 720_020,
  /** Held by the transaction that makes changed runs searchable. */
  search: 720_023,
  /** Held by the transaction that makes messages of what is due. */
  alerts: 720_024,
  /** Held by the process that publishes deployments in their repository. */
  gitops: 720_025,
} as const
