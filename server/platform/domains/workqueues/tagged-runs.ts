import { expressionBuilder, sql, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  createdBetween,
  ordered,
  type Conditions,
  type OrderTerm,
} from '#server/platform/db/listing.ts'
import type { WorkqueueFilters } from './filters.ts'

/** Runs that are looked at for their tags before the index on tags is used. */
const LOOKED_AT = 2000

type Workqueues = ExpressionBuilder<Database, 'workqueues'>

/**
 * The first runs of the account or app in this order, of which those with one of the tags are to be kept. The index on tags
 * has no order: it would read all runs with a tag that many have to find the newest ten.
 */
export function firstRuns(
  db: Kysely<Database>,
  accountId: string,
  { appId, tags, ...filters }: WorkqueueFilters,
  order: readonly OrderTerm[],
) {
  const eb: Workqueues = expressionBuilder()
  const first = db
    .selectFrom('workqueues')
    .selectAll()
    .where(
      allOf([
        eb('account_id', '=', accountId),
        appId !== undefined && eb('app_id', '=', appId),
        ...createdBetween(eb, 'created', filters),
      ]),
    )
  return db.selectFrom(ordered(first, order).limit(LOOKED_AT).as('workqueues')).where(hasTag(tags))
}

/** Not by the index, whose expression costs more for each row. */
const hasTag = (tags: WorkqueueFilters['tags']) => sql<SqlBool>`tags && ${tags ?? []}::text[]`

/** All runs of the account or app with one of the tags. */
export function runsWithTag(db: Kysely<Database>, accountId: string, { appId, tags }: WorkqueueFilters) {
  const eb: Workqueues = expressionBuilder()
  const tagged = db
    .selectFrom('workqueues')
    .selectAll()
    .where(allOf([eb('account_id', '=', accountId), inScope(eb, accountId, { appId, tags })]))
  // The offset keeps the planner from reading all runs in the order of the list until it has found enough with a rare tag.
  return db.selectFrom(tagged.offset(0).as('workqueues'))
}

/**
 * Runs of the app, with one of the tags. An index on each tag with its app and its account finds the tags
 * (see 0001-start.sql), and contains the app too: a second condition on the app makes the planner also read
 * all runs of the app.
 */
export function inScope(
  eb: Workqueues,
  accountId: string,
  { appId, tags }: WorkqueueFilters,
): Conditions[number] {
  if (!tags?.length) return appId !== undefined && eb('app_id', '=', appId)
  const scoped = tags.map((tag) => `${appId ?? accountId} ${tag}`)
  return sql<SqlBool>`(tags <> '{}' and scoped_tags(account_id, app_id, tags) && ${scoped})`
}
