import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FailureFeed } from '../engine/history/failure-events.ts'

/** Names that a process knows; beyond them it knows only the plans, and beyond as many plans nothing. */
const MOST_KEYS = 20_000
/** Keys that are no longer open are forgotten so often. */
const RELOAD_MS = 60_000
/** After that long without an answer of the database every success may matter. */
const STALE_MS = 3000

export type OpenKeys = ReturnType<typeof createOpenKeys>

const key = (...parts: string[]) => parts.join('\0')

/**
 * The names of tasks that have failed and not succeeded since, as far as this process knows: only the success of such a
 * task is handed on, so that runs cost nothing while nothing has failed.
 */
export function createOpenKeys(db: Kysely<Database>, now: () => number = () => performance.now()) {
  let names = new Set<string>()
  let plans: Set<string> | null = null
  let everything = false
  let version = '0'
  let reloaded = -Infinity
  let refreshed = -Infinity

  const add = (row: { account_id: string; app_id: string; plan_id: string; task_name: string }) => {
    names.add(key(row.account_id, row.app_id, row.plan_id, row.task_name))
    // A rerun may have another plan.
    names.add(key(row.account_id, row.task_name))
  }
  const additions = () =>
    db
      .selectFrom('failure_keys')
      .select(['account_id', 'app_id', 'plan_id', 'task_name', 'version'])
      .where('version', '>', version)
      .orderBy('version')
      .limit(MOST_KEYS + 1)
      .execute()

  async function readPlans(): Promise<void> {
    const { rows } = await sql<{ account_id: string; app_id: string; plan_id: string }>`
      select distinct account_id, app_id, plan_id from failure_keys limit ${MOST_KEYS + 1}`.execute(db)
    everything = rows.length > MOST_KEYS
    plans = new Set(rows.map((row) => key(row.account_id, row.app_id, row.plan_id)))
    names = new Set()
  }

  function matters(...[run, taskName]: Parameters<FailureFeed['matters']>): boolean {
    const { accountId, appId, planId, rerunOf } = run
    if (planId === null && rerunOf === null) return false
    if (everything || now() - refreshed > STALE_MS) return true
    if (plans) return rerunOf !== null || plans.has(key(accountId, appId, planId ?? ''))
    if (names.size === 0) return false
    if (rerunOf !== null && names.has(key(accountId, taskName))) return true
    return planId !== null && names.has(key(accountId, appId, planId, taskName))
  }

  return {
    matters,

    /** Reads what was added since the last time, and now and then all. */
    async refresh(): Promise<void> {
      const asked = now()
      if (asked - reloaded > RELOAD_MS) {
        names = new Set()
        plans = null
        everything = false
        version = '0'
        reloaded = asked
        // Until the keys are read again every success may matter.
        refreshed = -Infinity
      }
      const rows = await additions()
      version = rows.at(-1)?.version ?? version
      if (plans || names.size + rows.length > 2 * MOST_KEYS || rows.length > MOST_KEYS) await readPlans()
      else rows.forEach(add)
      refreshed = asked
    },
  }
}
