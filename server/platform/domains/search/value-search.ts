import { sql, type Kysely } from 'kysely'
import { normal } from '#shared/domains/search/normal.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newestRuns, type SuggestionScope } from './suggestions.ts'

/** Names that the search takes as the path of a value without quotes. */
const plainPath = /^[\w-]+$/

/**
 * A search for the runs with this value, such as `tenant=umbrella` for `umbrella`: the inputs of the newest runs tell which one
 * has it, most often if there are several. Null: none of them has it.
 */
export async function valueSearch(
  db: Kysely<Database>,
  scope: SuggestionScope,
  typed: string,
): Promise<string | null> {
  const { rows } = await sql<{ path: string }>`
    select key as path from ${newestRuns(scope)}, json_each_text(run.inputs)
    where lower(normalize(value, nfkc)) = ${normal(typed).trim()}
    group by key order by count(*) desc, key limit 5`.execute(db)
  const path = rows.find((row) => plainPath.test(row.path))?.path
  return path === undefined ? null : `${path}=${quoted(typed.trim())}`
}

/** A value as a search takes it: in quotes where blanks or quotes would end it. */
const quoted = (value: string): string => (/[\s"\\]/.test(value) ? JSON.stringify(value) : value)
