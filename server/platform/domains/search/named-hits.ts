import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { SearchGroup, SearchHit } from '#shared/domains/search/contract.ts'
import { MAX_HITS, type HitKind } from '#shared/domains/search/hit-kinds.ts'
import { hitSentences } from '#shared/domains/search/messages.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Everything but runs is found by words of its name. */
export type NamedKind = Exclude<HitKind, 'runs'>

interface NamedRow {
  id: string
  name: string
  description: string
  /** What its sentence counts; a version. */
  amount: number
  /** The worker of an alias. */
  parentId: string | null
  parent: string | null
  found: number
}

interface Source {
  /** Rows of the account: id, name, description, amount, parent_id, parent. */
  rows: RawBuilder<unknown>
  sentence(row: NamedRow): string
}

const described = (sentence: (row: NamedRow) => string) => (row: NamedRow) => row.description || sentence(row)

/** Of each kind the rows of an account. */
const sources: Record<NamedKind, (accountId: string) => Source> = {
  apps: (accountId) => ({
    rows: sql`select id, name, description, 0 as amount, null as parent_id, null as parent
      from apps where account_id = ${accountId}`,
    sentence: described(() => ''),
  }),
  plans: (accountId) => ({
    rows: sql`select id, name, description, version as amount, null as parent_id, null as parent
      from plans where account_id = ${accountId}`,
    sentence: described(({ amount }) => hitSentences.plan(amount)),
  }),
  workers: (accountId) => ({
    rows: sql`select id, name, description,
        (select count(*)::int from worker_aliases a where a.worker_id = workers.id) as amount,
        null as parent_id, null as parent
      from workers where account_id = ${accountId} and status = 'active'`,
    sentence: described(({ amount }) => hitSentences.worker(amount)),
  }),
  aliases: (accountId) => ({
    rows: sql`select a.id, a.name, '' as description, 0 as amount, w.id as parent_id, w.name as parent
      from worker_aliases a join workers w on w.id = a.worker_id and w.status = 'active'
      where a.account_id = ${accountId}`,
    sentence: ({ parent }) => hitSentences.alias(parent ?? ''),
  }),
  teams: (accountId) => ({
    rows: sql`select id, name, '' as description,
        (select count(*)::int from team_members m where m.team_id = teams.id) as amount,
        null as parent_id, null as parent
      from teams where account_id = ${accountId}`,
    sentence: ({ amount }) => hitSentences.team(amount),
  }),
  clusters: (accountId) => ({
    rows: sql`select id, name, '' as description,
        (select count(*)::int from deployments d where d.cluster_id = clusters.id) as amount,
        null as parent_id, null as parent
      from clusters where account_id = ${accountId}`,
    sentence: ({ amount }) => hitSentences.cluster(amount),
  }),
}

export const namedKinds = Object.keys(sources) as NamedKind[]

/** Rows of a kind whose names have all the words, those that begin with the first of them first. */
export async function namedHits(
  db: Kysely<Database>,
  accountId: string,
  kind: NamedKind,
  words: readonly string[],
): Promise<SearchGroup> {
  const source = sources[kind](accountId)
  const { rows } = await sql<NamedRow>`
    select id, name, description, amount, parent_id as "parentId", parent, count(*) over ()::int as found
    from (${source.rows}) as named
    where not exists (
      select from unnest(${words}::text[]) as each (word) where strpos(lower(normalize(name, nfkc)), word) = 0)
    order by not starts_with(lower(name), ${words[0] ?? ''}), length(name), name, id limit ${MAX_HITS}`.execute(
    db,
  )
  const found = rows[0]?.found ?? 0
  const hits = rows.map((row): SearchHit => {
    const { id, name, parentId } = row
    const appId = kind === 'apps' ? id : null
    return { kind, _id: id, name, appId, sentence: source.sentence(row) || null, status: null, parentId }
  })
  return { kind, more: found - hits.length, exact: true, hits }
}
