import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/lib/wire.ts'
import type { Database } from '#server/platform/db/database.ts'
import { oneOf, readTotal } from '#server/platform/db/listing.ts'
import type { AuditTable } from '#server/platform/db/tables/people.ts'

/** At most so much time is between two neighbours of a line. */
const GAP = '120 seconds'

/** Records that are folded, from the newest on: their order is read for every page. Older ones are a line each. */
export const FOLDED_MOST = 5_000

/** A record, with what it stands for when others are folded into it. */
export type FoldedEntry = Selectable<AuditTable> & {
  /** Other records of the line. */
  folded: number
  /** When the oldest of the line was made. */
  since: Date
}

type AuditQuery = SelectQueryBuilder<Database, 'audit', Selectable<AuditTable>>

const inOrder = (query: AuditQuery) => query.orderBy('at', 'desc').orderBy('id', 'desc')

/**
 * A page of lines, newest first: three or more records in a row that say the same of one actor are one line, the newest of
 * them. Two in place of one and its button would save no room; a receipt is one line for many already. `total` counts lines.
 */
export async function readFolded(
  db: Kysely<Database>,
  query: AuditQuery,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<Page<FoldedEntry>> {
  const offset = (page - 1) * pagesize
  const newest = inOrder(query).limit(FOLDED_MOST)
  const { lines, records, heads } = await readHeads(db, newest, { offset, pagesize })
  const known = await db
    .selectFrom('audit')
    .selectAll()
    .where(
      oneOf(
        'id',
        heads.map(({ id }) => id),
      ),
    )
    .execute()
  const rowOf = new Map(known.map((row) => [row.id, row]))
  const data = heads.flatMap(({ id, folded, since }) => {
    const row = rowOf.get(id)
    return row ? [{ ...row, folded, since }] : []
  })
  if (records < FOLDED_MOST) return { data, total: lines }
  const [older, all] = await Promise.all([
    readOlder(query, Math.max(0, offset - lines), pagesize - heads.length),
    readTotal(db, query),
  ])
  return { data: [...data, ...older], total: lines + Math.max(0, all - FOLDED_MOST) }
}

/** The records behind those that are folded. */
async function readOlder(query: AuditQuery, offset: number, count: number): Promise<FoldedEntry[]> {
  if (count <= 0) return []
  const rows = await inOrder(query)
    .offset(FOLDED_MOST + offset)
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...row, folded: 0, since: row.at }))
}

interface Heads {
  lines: number
  records: number
  heads: { id: string; folded: number; since: Date }[]
}

async function readHeads(
  db: Kysely<Database>,
  newest: AuditQuery,
  { offset, pagesize }: { offset: number; pagesize: number },
): Promise<Heads> {
  const { rows } = await sql<{
    lines: number
    records: number
    id: string | null
    folded: number
    since: Date
  }>`
    with records as (
      select id, at, coalesce(
        entity <> 'receipt' and lag(at) over newest - at <= ${GAP}::interval
        and (actor, action, entity, result, reason, source) is not distinct from (lag(actor) over newest,
          lag(action) over newest, lag(entity) over newest, lag(result) over newest, lag(reason) over newest,
          lag(source) over newest), false) as repeats
      from ${newest} as found
      window newest as (order by at desc, id desc)
    ), marked as (
      select id, at, not repeats or not (coalesce(lag(repeats) over newest, false)
        or coalesce(lead(repeats) over newest, false)) as leads
      from records window newest as (order by at desc, id desc)
    ), numbered as (
      select id, at, count(*) filter (where leads) over (order by at desc, id desc) as line from marked
    ), lines as (
      select line, (array_agg(id order by at desc, id desc))[1] as id, count(*)::int - 1 as folded, min(at) as since
      from numbered group by line
    ), counted as (
      select count(*)::int as lines, (select count(*)::int from records) as records from lines
    ), shown as (
      select * from lines order by line limit ${pagesize} offset ${offset}
    )
    select counted.lines, counted.records, shown.id, shown.folded, shown.since
    from counted left join shown on true order by shown.line`.execute(db)
  const heads = rows.flatMap(({ id, folded, since }) => (id === null ? [] : [{ id, folded, since }]))
  return { lines: rows[0]?.lines ?? 0, records: rows[0]?.records ?? 0, heads }
}
