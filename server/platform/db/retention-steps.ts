import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
} from 'kysely'
import { HOOK_KEY_DAYS } from '#shared/domains/hooks/constants.ts'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { Database } from './database.ts'
import { oneOf } from './listing.ts'

/** Rows of one statement. */
const STEP_ROWS = 1000
const STEP_LOGS = 5000
const STEP_RUNS = 100
/** Few receipts at a time, since each has up to 9,999 rows. */
const STEP_RECEIPTS = 10
/** Minimum number of revisions kept of a plan or a deployment, however old, and maximum number, however new. */
export const REVISIONS = { least: 20, most: 100 }

type Db = Kysely<Database>
/** Deletes some rows from before that moment. Returns their number, 0 when none is left. */
type Step = (db: Db, before: Date) => Promise<number>

const affected = async (db: Db, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(db)).numAffectedRows ?? 0)

/** Deletes the rows of a table whose time is before the given one, so many in a statement. */
const oldRows = (table: string, column: string, rows = STEP_ROWS): { table: string; step: Step } => ({
  table,
  step: (db, before) =>
    affected(
      db,
      sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${rows}))`,
    ),
})

/** Tables whose old rows are deleted. */
export const retentionSteps: readonly { table: string; step: Step }[] = [
  { table: 'workqueues', step: deleteRuns },
  oldRows('audit', 'at'),
  oldRows('receipts', 'ended', STEP_RECEIPTS),
  oldRows('start_requests', 'created'),
  oldRows('schedule_occurrences', 'decided'),
  oldRows('engine_troubles', 'created'),
  {
    // Whatever the retention: that long a key stands for its run.
    table: 'hook_starts',
    step: (db) =>
      affected(
        db,
        sql`delete from hook_starts where ctid = any(array(
          select ctid from hook_starts
          where created < now() - make_interval(days => ${HOOK_KEY_DAYS}) limit ${STEP_ROWS}))`,
      ),
  },
  {
    table: 'failure_tasks',
    step: (db, before) =>
      affected(
        db,
        sql`delete from failure_tasks where ctid = any(array(
          select t.ctid from failure_groups g join failure_tasks t on t.group_id = g.id
          where g.state = 'closed' and g.closed < ${before} limit ${STEP_ROWS}))`,
      ),
  },
  {
    table: 'failure_groups',
    step: (db, before) =>
      affected(
        db,
        sql`delete from failure_groups where id in (
          select id from failure_groups g where g.state = 'closed' and g.closed < ${before}
            and not exists (select from failure_tasks t where t.group_id = g.id) limit ${STEP_ROWS})`,
      ),
  },
  {
    table: 'plan_revisions',
    step: (db, before) =>
      affected(
        db,
        sql`delete from plan_revisions where (plan_id, version) in (
          select plan_id, version from (
            select plan_id, version, updated,
              row_number() over (partition by plan_id order by version desc) as place
            from plan_revisions) as placed
          where place > ${REVISIONS.most} or (place > ${REVISIONS.least} and updated < ${before})
          limit ${STEP_ROWS})`,
      ),
  },
  {
    table: 'deployment_changes',
    step: (db, before) =>
      affected(
        db,
        sql`delete from deployment_changes where id in (
          select id from (
            select id, at, row_number() over (partition by deployment_id order by version desc) as place
            from deployment_changes) as placed
          where place > ${REVISIONS.most} or (place > ${REVISIONS.least} and at < ${before})
          limit ${STEP_ROWS})`,
      ),
  },
  {
    // A removal that stayed in the repository that long.
    table: 'gitops_files',
    step: (db, before) =>
      affected(
        db,
        sql`delete from gitops_files where deployment_id in (
          select deployment_id from gitops_files f
          where manifest is null and blocked is null and published < ${before}
            and not exists (select from gitops_changes c where c.deployment_id = f.deployment_id)
            and not exists (select from deployments d where d.id = f.deployment_id)
          limit ${STEP_ROWS})`,
      ),
  },
  {
    // Whatever its age: while a task that may have received the value is under way, its report is searched for it.
    table: 'removed_variables',
    step: (db) =>
      affected(
        db,
        sql`delete from removed_variables where id in (
          select id from removed_variables r where not exists (
            select from tasks t where t.account_id = r.account_id and t.app_id = r.app_id
              and t.resting = 'started' and t.started <= r.removed + interval '1 minute')
          limit ${STEP_ROWS})`,
      ),
  },
]

/** Why the other tables do not grow without end. */
export const boundedOtherwise: Readonly<Record<string, string>> = {
  schema_migrations: 'one row a migration',
  users: 'people; as many as are invited',
  user_settings: 'one row a user; goes with the user',
  accounts: 'as many as people make',
  account_settings: 'one row an account',
  memberships: 'as many as people make; go with their account',
  teams: 'as many as people make',
  team_members: 'as many as people make; go with their team',
  collaborators: 'as many as people make; go with their app',
  apps: 'as many as people make',
  app_tokens: 'as many as people make; go with their app',
  app_variables: 'as many as people make; go with their app',
  secret_keys: 'one row a key; the rows of keys that seal nothing any more are removed (start)',
  plans: 'as many as people make',
  workers: 'as many as people make',
  worker_aliases: 'as many as people make; go with their worker',
  alias_keys: 'as many as people make; go with their alias',
  replaced_access_keys: 'as many as people make; go with their alias',
  scripts: 'as many as people make',
  clusters: 'as many as people make',
  deployments: 'as many as people make',
  tokens: 'removed once expired (token purge)',
  mail_links: 'removed once expired (token purge)',
  invitation_mails: 'removed after an hour (token purge)',
  sign_in_attempts: 'removed once their minute has ended (token purge)',
  worker_token_uses: 'removed once expired (lease sweep)',
  task_leases: 'removed when their time comes (lease sweep)',
  waiting_tasks: 'one row a task that waits for a worker; go with their task',
  queue_controls: 'removed without pause and limit',
  service_queues: 'one row an alias; removed with its queue in the service (queue/sqs)',
  gitops_changes: 'removed once published in the repository of deployments (gitops)',
  gitops_remote: 'one row',
  outbox: 'removed once published, minutes later where others read it (outbox)',
  tasks: 'go with their workqueue',
  views: 'at most 100 a user and account; go with the user',
  workqueue_notes: 'one row a workqueue; go with their workqueue',
  run_roots: 'go with their workqueue',
  task_logs: 'go with their workqueue',
  task_attempts: 'at most 1,000 a task; go with their workqueue',
  receipt_rows: 'go with their receipt',
  failure_events: 'removed when they are applied to their groups, within seconds',
  failure_hours: 'removed after two days by later failures (failure groups)',
  failure_removals: 'removed when their groups are counted down, within seconds',
  failure_keys: 'removed when their tasks have succeeded (failure groups)',
  queue_pollers: 'removed after a day without a poll (purge of queues)',
  queue_minutes: 'removed after two hours (purge of queues)',
  queue_waits: 'removed after two days (purge of queues)',
  attempt_outcomes: 'removed after two days, except the last success of each alias (purge of queues)',
  attention_items: 'removed two days after they were closed (attention)',
  attention_changes: 'removed when they are applied, within seconds',
  attention_looks: 'a few rows',
  attention_hours: 'removed after 29 days (attention)',
  alert_rules: 'at most 50 an account',
  alert_targets: 'at most 10 a rule; go with their rule',
  alert_pending: 'one row a rule and subject; removed when they are sent or over (alerts)',
  alert_groups: 'removed a day after the last message (alerts)',
  alert_deliveries: 'removed after 30 days (alerts)',
  alert_openings: 'removed after 8 days (alerts)',
  alert_run_ends: 'removed when they are applied, within seconds',
  hooks: 'at most 1,000 an account',
  hook_calls: 'the last 50 of an address with its secret, and as many without it',
  hook_hours: '26 of an address; removed by its later calls',
  schedules: 'at most 100,000 an account',
  schedule_run_ends: 'removed when they are applied, within seconds',
  run_search: 'one row a run; removed within seconds after it (search)',
  search_changes: 'removed when they are applied, within seconds',
  search_progress: 'one row',
}

/**
 * A run can be deleted when it ended before that moment, is not a child, and has no live child. Its children
 * become ordinary runs and are deleted later, so nothing of a live run is deleted.
 */
const removable = (eb: ExpressionBuilder<Database, 'workqueues'>, before: Date): Expression<SqlBool> =>
  eb.and([
    oneOf('workqueues.status', terminalWorkqueueStatuses),
    eb('workqueues.ended', '<', before),
    eb.not(
      eb.exists(
        eb
          .selectFrom('tasks as parent')
          .select('parent.id')
          .whereRef('parent.id', '=', 'workqueues.parent_task_id'),
      ),
    ),
    eb.not(
      eb.exists(
        eb
          .selectFrom('tasks as own')
          .innerJoin('workqueues as child', 'child.parent_task_id', 'own.id')
          .select('child.id')
          .whereRef('own.workqueue_id', '=', 'workqueues.id')
          .where('child.status', 'in', ['notstarted', 'started']),
      ),
    ),
  ])

/** Deletes each run separately, its log and its past attempts first: these can be too many for one statement. */
async function deleteRuns(db: Db, before: Date): Promise<number> {
  const runs = await db
    .selectFrom('workqueues')
    .select('id')
    .where((eb) => removable(eb, before))
    .limit(STEP_RUNS)
    .execute()
  let count = 0
  for (const { id } of runs) {
    await deleteRows(db, 'task_logs', id)
    await deleteRows(db, 'task_attempts', id)
    const { numDeletedRows } = await db
      .deleteFrom('workqueues')
      .where('id', '=', id)
      // Checked again: one of its tasks may have been restarted meanwhile.
      .where((eb) => removable(eb, before))
      .executeTakeFirst()
    count += Number(numDeletedRows)
  }
  return count
}

async function deleteRows(db: Db, table: 'task_logs' | 'task_attempts', workqueueId: string): Promise<void> {
  const statement = sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where workqueue_id = ${workqueueId} limit ${STEP_LOGS}))`
  while ((await affected(db, statement)) === STEP_LOGS);
}
