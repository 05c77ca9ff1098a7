import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { MAX_SEARCH_TOTAL } from '#shared/domains/search/hit-kinds.ts'
import { parseSearch, type TaskSearchTerm } from '#shared/domains/search/query.ts'
import { taskSubject } from '#shared/domains/search/subjects.ts'
import type { Database } from '#server/platform/db/database.ts'
import { areResting, type TaskFilters } from './filters.ts'
import { lettersOf, passesTexts, statusesOf, timesOf, type SearchedTask } from './search-match.ts'

/** Tasks that one search looks at, so that it costs the same with any number of older ones. */
export const MAX_LOOKED_AT = 100_000
/** A search begins no further look after this time, in milliseconds. */
const MOST_MS = 500
/** Tasks of the first look; each further one is as long as all before it and this one. */
const FIRST_LOOK = 4000
/** Rows of one answer of the database, whose texts are then compared. */
const CANDIDATES = 1000

interface Moment {
  created: string
  id: string
}
interface Candidate extends SearchedTask, Moment {}

/** The tasks that pass a search: their ids, newest first or oldest first. */
export interface TaskHits {
  ids: string[]
  more: boolean
  searchedTo: string | null
}

/**
 * Looks through the tasks of the list, in the order of an index, for those that pass a search, until enough are found, so many
 * were looked at or it has taken so long. No index of words is needed for that, which each write of a task would have to pay for.
 */
export async function findTasks(
  db: Kysely<Database>,
  accountId: string,
  filters: TaskFilters,
  {
    now,
    oldestFirst = false,
    wanted = 0,
    most = MAX_LOOKED_AT,
  }: { now: number; oldestFirst?: boolean; wanted?: number; most?: number },
): Promise<TaskHits> {
  const terms = taskTermsOf(filters) ?? []
  const chosen = chosenStatuses(filters, terms)
  if (chosen?.length === 0) return { ids: [], more: false, searchedTo: null }
  const limit = Math.max(MAX_SEARCH_TOTAL, wanted)
  const look = lookThrough(db, accountId, { ...filters, status: chosen ?? undefined }, terms, {
    now,
    oldestFirst,
  })
  const ids: string[] = []
  let from: Moment | null = null
  const begun = performance.now()
  for (let looked = 0; looked < most && performance.now() - begun < MOST_MS;) {
    const length = Math.min(looked + FIRST_LOOK, most - looked)
    const to = await look.endOf(from, length)
    for (let at: Moment | null = from; ;) {
      const found: Candidate[] = await look.between(at, to)
      for (const task of found) if (passesTexts(terms, task)) ids.push(task.id)
      if (ids.length > limit) return { ids: ids.slice(0, limit), more: true, searchedTo: null }
      if (found.length < CANDIDATES) break
      at = found.at(-1) ?? null
    }
    if (to === null) return { ids, more: false, searchedTo: null }
    from = to
    looked += length
  }
  return { ids, more: true, searchedTo: from === null ? null : new Date(from.created).toISOString() }
}

/** The terms of a search, null without any. The call has checked that none is wrong. */
export function taskTermsOf({ search }: TaskFilters): readonly TaskSearchTerm[] | null {
  const { terms } = parseSearch(search ?? '', taskSubject)
  return terms.length > 0 ? terms : null
}

/** The statuses of the filter and of the search together; null for any. */
function chosenStatuses({ status }: TaskFilters, terms: readonly TaskSearchTerm[]) {
  const searched = statusesOf(terms)
  if (!status?.length) return searched
  return searched ? status.filter((each) => searched.includes(each)) : status
}

/** The statements of one search. Only what an index finds decides which tasks are looked at. */
function lookThrough(
  db: Kysely<Database>,
  accountId: string,
  filters: TaskFilters,
  terms: readonly TaskSearchTerm[],
  { now, oldestFirst }: { now: number; oldestFirst: boolean },
) {
  const { appId, workQueueId, type, alias, status } = filters
  const order = oldestFirst ? sql`t.created, t.id` : sql`t.created desc, t.id desc`
  const [after, before] = oldestFirst ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  const and = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)
  const beyond = ({ created, id }: Moment, comparison: RawBuilder<unknown>) =>
    sql<SqlBool>`(t.created, t.id) ${comparison} (${created}::timestamptz, ${id}::text)`
  const listed = [
    sql<SqlBool>`t.account_id = ${accountId}`,
    ...(appId === undefined ? [] : [sql<SqlBool>`t.app_id = ${appId}`]),
    ...(workQueueId === undefined ? [] : [sql<SqlBool>`t.workqueue_id = ${workQueueId}`]),
    ...(status && areResting(status) ? [inStatus(status)] : []),
    ...createdIn(filters),
  ]
  const others = [
    ...(status && !areResting(status) ? [sql<SqlBool>`t.status = any(${status})`] : []),
    ...(type?.length ? [sql<SqlBool>`t.type = any(${type})`] : []),
    ...(alias?.length ? [sql<SqlBool>`t.alias = any(${alias})`] : []),
    ...timesOf(terms, now),
  ]
  return {
    /** The last of the next so many tasks; null when there are fewer. */
    async endOf(from: Moment | null, length: number): Promise<Moment | null> {
      const { rows } = await sql<Moment>`
        select t.created::text as created, t.id from tasks t
        where ${and([...listed, ...(from ? [beyond(from, after)] : [])])}
        order by ${order} offset ${length - 1} limit 1`.execute(db)
      return rows[0] ?? null
    },
    /** The next rows whose texts are to be compared. */
    async between(from: Moment | null, to: Moment | null): Promise<Candidate[]> {
      const span = [...(from ? [beyond(from, after)] : []), ...(to ? [beyond(to, before)] : [])]
      const letters = lettersOf(terms)
      // Letters are compared outside, so that the name of a run is read once for tasks that follow each other.
      const { rows } = await sql<Candidate>`
        select * from (
          select t.created::text as created, t.id, t.workqueue_id as "workqueueId", w.name as "runName", t.name, t.type,
            t.alias, t.version, t.host_name as "hostName", t.reason
          from tasks t join workqueues w on w.id = t.workqueue_id
          where ${and([...listed, ...span, ...others])}
          order by ${order} offset 0) as looked
        ${letters.length > 0 ? sql`where ${and(letters)}` : sql``}
        limit ${CANDIDATES}`.execute(db)
      return rows
    },
  }
}

/** Of one status the index has the order too. */
const inStatus = (statuses: readonly string[]) =>
  statuses.length === 1
    ? sql<SqlBool>`t.resting = ${statuses[0]}`
    : sql<SqlBool>`t.resting = any(${statuses})`

const createdIn = ({ 'created[$gte]': from, 'created[$lte]': to }: TaskFilters): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`t.created >= ${new Date(from)}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`t.created <= ${new Date(to)}`]),
]
