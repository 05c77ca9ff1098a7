import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'

/** Versions and hosts on which tasks of a type ended well. */
export interface GoodPlaces {
  versions: readonly string[]
  hosts: readonly string[]
}

/** How long ago an attempt may have ended well to speak for its version and host. */
const HOURS = 24
const MOST_PLACES = 50

/** Where tasks of these types have ended well lately, by type. */
export async function goodPlaces(
  db: Kysely<Database>,
  accountId: string,
  types: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GoodPlaces>> {
  if (types.length === 0) return new Map()
  const { rows } = await sql<{ type: string; versions: string[]; hosts: string[] }>`
    select type,
      coalesce(array_agg(distinct version) filter (where version <> ''), '{}') as versions,
      coalesce(array_agg(distinct host_name) filter (where host_name <> ''), '{}') as hosts
    from attempt_outcomes
    where account_id = ${accountId} and type = any(${types}::text[]) and ended > 0
      and hour > ${now}::timestamptz - make_interval(hours => ${HOURS})
    group by type`.execute(db)
  return new Map(
    rows.map(({ type, versions, hosts }) => [
      type,
      { versions: versions.slice(0, MOST_PLACES), hosts: hosts.slice(0, MOST_PLACES) },
    ]),
  )
}
