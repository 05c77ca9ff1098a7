import { sql, type Selectable } from 'kysely'
import type { FailureGroup, HeldRestart } from '#shared/domains/failures/contract.ts'
import type { FailureState } from '#shared/domains/failures/states.ts'
import type { FailureGroupTable } from '#server/platform/db/tables/failures.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { isMovable, suggestedAlias, type GoodPlaces } from '#server/platform/failures/good-places.ts'

export interface GroupRow extends Selectable<FailureGroupTable> {
  owner_email: string | null
  restarted: FailureGroup['restarted']
  regressed_at: Date | null
  restartable: number | null
}

/** The state of a group at a moment, with its mute. */
export const stateAt = (now: Date) => sql<FailureState>`
  case when failure_groups.state <> 'closed' and (muted_to_change or coalesce(muted_until > ${now}, false))
    then 'muted' else failure_groups.state end`

const mutedState = ({ state, muted_to_change, muted_until }: GroupRow, now: Date): FailureState =>
  state !== 'closed' && (muted_to_change || (muted_until !== null && muted_until > now)) ? 'muted' : state

/** A group as answers contain it. */
export const wireGroup = wireForm<FailureGroup>()((
  row: GroupRow,
  good: GoodPlaces,
  trend: number[],
  held: HeldRestart | null,
  now: Date,
) => {
  const without = (places: readonly string[], failed: readonly string[]) =>
    places.filter((place) => !failed.includes(place))
  const { id: _id, fingerprint, title, type, runs, tasks, apps, versions, hosts, note, sample } = row
  return {
    _id,
    fingerprint,
    title,
    type,
    state: mutedState(row, now),
    first: row.first.toISOString(),
    last: row.last.toISOString(),
    runs,
    tasks,
    apps,
    versions,
    hosts,
    notVersions: without(good.versions, versions),
    notHosts: without(good.hosts, hosts),
    trend,
    owner:
      row.owner === null || row.owner_email === null ? null : { userId: row.owner, email: row.owner_email },
    note,
    sample,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    closedAt: row.closed?.toISOString() ?? null,
    dismissed: row.closed && row.dismissed?.getTime() === row.closed.getTime(),
    openTasks: row.open_tasks,
    restarted: row.restarted ?? null,
    regressedAt: row.state === 'regressed' ? (row.regressed_at?.toISOString() ?? null) : null,
    restartable: row.restartable,
    held,
    suggestedAlias: suggestedAlias(row, good),
    movable: isMovable(row, good),
  }
})
