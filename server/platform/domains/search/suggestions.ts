import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MAX_SUGGESTIONS } from '#shared/domains/search/hit-kinds.ts'
import type { SuggestedTerm } from '#shared/domains/search/subjects.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Values are those of so many newest runs: what is typed next is what ran last. */
const RECENT_RUNS = 1000
/** Tasks are read for aliases, so of fewer runs. */
const RECENT_WITH_TASKS = 100

export interface SuggestionScope {
  accountId: string
  appId?: string | undefined
}

/** Values that complete a term and have that begin, in any case: the most frequent first. */
export async function suggestValues(
  db: Kysely<Database>,
  scope: SuggestionScope,
  term: SuggestedTerm,
  prefix: string,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from (${sources[term](scope)}) as found (value)
    where value is not null and starts_with(lower(value), lower(${prefix}))
    group by value order by count(*) desc, value limit ${MAX_SUGGESTIONS}`.execute(db)
  return rows.map(({ value }) => value)
}

/** The newest runs of the account or the app, as `run`. */
export const newestRuns = ({ accountId, appId }: SuggestionScope, count = RECENT_RUNS) => sql`
  (select * from workqueues where account_id = ${accountId}
    ${appId === undefined ? sql`` : sql`and app_id = ${appId}`}
    order by created desc, id desc limit ${count}) as run`

/** Of each term its values, a row for each use. */
const sources: Record<SuggestedTerm, (scope: SuggestionScope) => RawBuilder<unknown>> = {
  tag: (scope) => sql`select unnest(run.tags) from ${newestRuns(scope)}`,
  by: (scope) => sql`select run.created_by from ${newestRuns(scope)}`,
  plan: (scope) => sql`
    select plans.name from ${newestRuns(scope)}
      join plans on plans.id = run.plan_id and plans.account_id = ${scope.accountId}
    union all select name from plans where account_id = ${scope.accountId}`,
  alias: (scope) => sql`
    select tasks.alias from ${newestRuns(scope, RECENT_WITH_TASKS)}
      join tasks on tasks.workqueue_id = run.id
    union all select name from worker_aliases where account_id = ${scope.accountId}`,
}
