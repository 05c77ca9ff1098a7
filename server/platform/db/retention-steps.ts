import type pg from 'pg'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'

/** Rows of one statement. */
const STEP_ROWS = 1000
const STEP_LOGS = 5000
const STEP_RUNS = 100
/** Of each plan so many revisions stay however old they are, and no more however young. */
export const REVISIONS = { least: 20, most: 100 }

/** Removes some rows from before that moment; answers how many, 0 when none is left. */
type Step = (client: pg.PoolClient, before: Date) => Promise<number>

const removing =
  (text: string, ...values: unknown[]): Step =>
  async (client, before) =>
    (await client.query(text, [before, ...values])).rowCount ?? 0

/** What is removed once it is old enough. */
export const retentionSteps: readonly { table: string; step: Step }[] = [
  { table: 'workqueues', step: removeRuns },
  {
    table: 'audit',
    step: removing(
      'delete from audit where ctid = any(array(select ctid from audit where at < $1 limit $2))',
      STEP_ROWS,
    ),
  },
  {
    // Few at a time: each takes up to 9,999 rows of its own along.
    table: 'receipts',
    step: removing(
      'delete from receipts where id in (select id from receipts where ended < $1 limit $2)',
      10,
    ),
  },
  {
    table: 'plan_revisions',
    step: removing(
      `delete from plan_revisions where (plan_id, version) in (
         select plan_id, version from (
           select plan_id, version, updated,
             row_number() over (partition by plan_id order by version desc) as place
           from plan_revisions) as placed
         where place > $3 or (place > $2 and updated < $1) limit $4)`,
      REVISIONS.least,
      REVISIONS.most,
      STEP_ROWS,
    ),
  },
]

/** Why the other tables do not grow without end. */
export const boundedOtherwise: Readonly<Record<string, string>> = {
  schema_migrations: 'one row a migration',
  users: 'people; as many as are invited',
  accounts: 'as many as people make',
  account_settings: 'one row an account',
  memberships: 'as many as people make; go with their account',
  teams: 'as many as people make',
  team_members: 'as many as people make; go with their team',
  collaborators: 'as many as people make; go with their app',
  apps: 'as many as people make',
  app_tokens: 'as many as people make; go with their app',
  app_variables: 'as many as people make; go with their app',
  plans: 'as many as people make',
  workers: 'as many as people make',
  worker_aliases: 'as many as people make; go with their worker',
  alias_keys: 'as many as people make; go with their alias',
  scripts: 'as many as people make',
  clusters: 'as many as people make',
  deployments: 'as many as people make',
  tokens: 'removed once expired (token purge)',
  mail_links: 'removed once expired (token purge)',
  worker_token_uses: 'removed once expired (lease sweep)',
  task_leases: 'removed when their time comes (lease sweep)',
  outbox: 'removed once published, minutes later where others read it (outbox)',
  tasks: 'go with their workqueue',
  task_logs: 'go with their workqueue',
  receipt_rows: 'go with their receipt',
}

/**
 * What is true of a run that may go: it ended before $1, is no child of another, and no child of it is live. Without their
 * parent its children follow as runs of their own, as soon as they are old enough too; so nothing of a live run goes.
 */
const removable = `status = any($2) and ended < $1
  and not exists (select 1 from tasks parent where parent.id = workqueues.parent_task_id)
  and not exists (
    select 1 from tasks own join workqueues child on child.parent_task_id = own.id
    where own.workqueue_id = workqueues.id and child.status in ('notstarted', 'started'))`

/** Runs with their tasks and logs, each by itself and the log first: it can be far longer than one statement may take. */
async function removeRuns(client: pg.PoolClient, before: Date): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select id from workqueues where ${removable} limit $3`,
    [before, terminalWorkqueueStatuses, STEP_RUNS],
  )
  let count = 0
  for (const { id } of rows) {
    await removeLog(client, id)
    // Looked at again: somebody may have restarted one of its tasks meanwhile.
    const values = [before, terminalWorkqueueStatuses, id]
    const { rowCount } = await client.query(`delete from workqueues where ${removable} and id = $3`, values)
    count += rowCount ?? 0
  }
  return count
}

async function removeLog(client: pg.PoolClient, workqueueId: string): Promise<void> {
  const text = `delete from task_logs where ctid = any(array(
    select ctid from task_logs where workqueue_id = $1 limit $2))`
  for (;;) {
    const { rowCount } = await client.query(text, [workqueueId, STEP_LOGS])
    if ((rowCount ?? 0) < STEP_LOGS) return
  }
}
