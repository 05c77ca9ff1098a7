import type pg from 'pg'

const tables = [
  'apps',
  'plans',
  'workqueues',
  'tasks',
  'task_logs',
  'app_tokens',
  'app_variables',
  'collaborators',
  'memberships',
  'account_settings',
  'mail_links',
  'teams',
  'team_members',
  'scripts',
  'workers',
  'worker_aliases',
  'alias_keys',
  'clusters',
  'deployments',
  'deployment_changes',
  'gitops_files',
  'gitops_changes',
  'attention_items',
  'failure_groups',
  'views',
  'schedules',
  'schedule_occurrences',
  'hooks',
  'hook_calls',
  'alert_rules',
  'alert_targets',
  'alert_deliveries',
  'workqueue_notes',
]
const rowsOf = (table: string) =>
  `array(select stored::text from ${table} stored where account_id = $1 order by 1) as ${table}`

/**
 * Everything stored for an account. One statement for all tables, because hundreds of calls are compared by what is
 * stored before and after each of them.
 */
export async function snapshotOf(pool: pg.Pool, accountId: string): Promise<unknown> {
  const { rows } = await pool.query<object>(`select ${tables.map(rowsOf).join(', ')}`, [accountId])
  return rows[0]
}
