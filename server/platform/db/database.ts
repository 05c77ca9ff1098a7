import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { TaskRow, WorkqueueRow } from '../engine/rows.ts'
import type * as apps from './tables/apps.ts'
import type * as people from './tables/people.ts'
import type * as runs from './tables/runs.ts'
import type * as workers from './tables/workers.ts'

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
  deployments: workers.DeploymentTable
  workqueues: WorkqueueRow
  tasks: TaskRow
  task_logs: runs.LogTable
  outbox: runs.OutboxTable
  receipts: runs.ReceiptTable
  receipt_rows: runs.ReceiptRowTable
}

/** The query builder over a pool that the caller owns: never call its `destroy`, which would end the pool. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
