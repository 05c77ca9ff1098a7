import { sql, type Kysely } from 'kysely'
import type { SuggestedAlias } from '#shared/domains/failures/contract.ts'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { Database } from '../db/database.ts'

/** Where tasks of a type ended well, and who polls for it now. */
export interface GoodPlaces {
  versions: readonly string[]
  hosts: readonly string[]
  /** The aliases that workers poll and that are not paused, with the versions of these workers; empty: not known. */
  polled: readonly { alias: string; versions: readonly string[] }[]
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
  const { rows } = await sql<{ type: string } & GoodPlaces>`
    select good.*, coalesce(polled, '[]') as polled
    from (
      select type,
        coalesce(array_agg(distinct version) filter (where version <> ''), '{}') as versions,
        coalesce(array_agg(distinct host_name) filter (where host_name <> ''), '{}') as hosts
      from attempt_outcomes
      where account_id = ${accountId} and type = any(${types}::text[]) and ended > 0
        and hour > ${now}::timestamptz - make_interval(hours => ${HOURS})
      group by type
    ) as good,
      lateral (
        select json_agg(json_build_object('alias', alias, 'versions', versions) order by alias) as polled
        from (
          select alias, array_agg(distinct version) as versions from queue_pollers p
          where p.account_id = ${accountId} and p.type = good.type
            and last_seen > ${now}::timestamptz - ${POLLED_MS} * interval '1 millisecond'
            and not exists (
              select from queue_controls c
              where c.account_id = p.account_id and c.type = p.type and c.alias = p.alias and paused_at is not null)
          group by alias
        ) as each
      ) as pollers`.execute(db)
  return new Map(
    rows.map(({ type, versions, hosts, polled }) => [
      type,
      { versions: versions.slice(0, MOST_PLACES), hosts: hosts.slice(0, MOST_PLACES), polled },
    ]),
  )
}

/** The same of these types of several accounts, by account and type. */
export async function goodPlacesOf(
  db: Kysely<Database>,
  wanted: readonly { accountId: string; type: string }[],
  now: number,
): Promise<ReadonlyMap<string, GoodPlaces>> {
  const found = new Map<string, GoodPlaces>()
  for (const accountId of new Set(wanted.map((each) => each.accountId))) {
    const types = new Set(wanted.filter((each) => each.accountId === accountId).map(({ type }) => type))
    for (const [type, places] of await goodPlaces(db, accountId, [...types], new Date(now)))
      found.set(`${accountId} ${type}`, places)
  }
  return found
}

/**
 * The alias that mends a failure, as far as is known: the failure was not seen on it, and all workers that poll it have a
 * version on which tasks of the type end well and none has failed for this cause. Null: there is none, or its own aliases
 * have other versions meanwhile.
 */
export function suggestedAlias(
  failed: { aliases: readonly string[]; versions: readonly string[] },
  good: GoodPlaces | undefined,
): SuggestedAlias | null {
  if (!good || failed.versions.length === 0) return null
  const isBad = (version: string) => failed.versions.includes(version)
  const own = good.polled.filter(({ alias }) => failed.aliases.includes(alias))
  if (own.length > 0 && !own.some(({ versions }) => versions.some(isBad))) return null
  const found = good.polled.find(
    ({ alias, versions }) =>
      !failed.aliases.includes(alias) &&
      versions.every((version) => good.versions.includes(version) && !isBad(version)),
  )
  return found ? { alias: found.alias, version: found.versions.join(', ') } : null
}

/** Whether workers poll an alias that a failure was not seen on; null: without a poller that is not known. */
export function isMovable(
  failed: { aliases: readonly string[] },
  good: GoodPlaces | undefined,
): boolean | null {
  const polled = good?.polled ?? []
  return polled.length === 0 ? null : polled.some(({ alias }) => !failed.aliases.includes(alias))
}
