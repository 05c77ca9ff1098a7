import { sql } from 'kysely'
import { fingerprintOf } from '#shared/domains/failures/fingerprint.ts'
import { unstatedReasons } from '#shared/domains/tasks/report.ts'
import { newId } from '#server/lib/ids.ts'
import {
  isCurrent,
  type Failed,
  type FailureEventRow,
  type FailureTrx,
  type Grouped,
  type StoredGroup,
} from './batch.ts'
import type { GroupChanges } from './changes.ts'
import { countHours } from './hours.ts'
import { countNew, storeTasks } from './memberships.ts'

/** Versions, hosts and aliases that a group keeps of each. */
const MOST_SEEN = 50

/** Adds failed attempts to their groups. Returns those whose runs still exist. */
export async function addFailures(
  trx: FailureTrx,
  changes: GroupChanges,
  events: readonly FailureEventRow[],
  now: Date,
): Promise<FailureEventRow[]> {
  const existing = await ofExistingRuns(trx, events)
  if (existing.length === 0) return []
  const traces = await tracesOf(trx, existing)
  const failed = existing.map((event) => {
    const { type, reason, task_name: taskName, named } = event
    return { event, ...fingerprintOf({ type, reason, taskName, named, trace: traces.get(event.id) ?? null }) }
  })
  const grouped = await groupsOf(trx, failed)
  const counts = await countNew(trx, grouped)
  await storeTasks(trx, grouped)
  await countHours(trx, grouped, now)
  const after = grouped.map((each) => {
    const { tasks, runs, apps, reopened } = counts.get(each.group.id)!
    const next = nextGroup(each, apps > 0)
    changes.note(each.group.account_id, each.group.id, next.change)
    return { ...next.columns, tasks, runs, apps, reopened }
  })
  await sql`
    update failure_groups g set state = c.state,
      muted_to_change = c.muted_to_change, first = least(g.first, c.first), last = greatest(g.last, c.last),
      versions = c.versions, hosts = c.hosts, aliases = c.aliases, sample = c.sample,
      tasks = g.tasks + c.tasks, runs = g.runs + c.runs, apps = g.apps + c.apps,
      open_tasks = g.open_tasks + c.reopened
    from json_to_recordset(${JSON.stringify(after)}::json) as c(
      id text, state text, muted_to_change boolean, first timestamptz, last timestamptz, versions text[],
      hosts text[], aliases text[], sample json, tasks integer, runs integer, apps integer, reopened integer)
    where g.id = c.id`.execute(trx)
  return existing
}

async function ofExistingRuns(
  trx: FailureTrx,
  events: readonly FailureEventRow[],
): Promise<FailureEventRow[]> {
  if (events.length === 0) return []
  const ids = [...new Set(events.map((event) => event.workqueue_id))]
  const { rows } = await sql<{ id: string }>`
    select id from workqueues where id = any(${ids}::text[])`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  return events.filter((event) => found.has(event.workqueue_id))
}

/** The stack traces of attempts without a reason: of each the last one that its log has as an error. */
async function tracesOf(trx: FailureTrx, events: readonly FailureEventRow[]): Promise<Map<string, string>> {
  const wanted = events.filter(({ reason, named }) => !named && (!reason?.trim() || isUnstated(reason)))
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; stacktrace: string }>`
    select c.id, l.stacktrace
    from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map((event) => event.workqueue_id)}::text[],
      ${wanted.map((event) => event.task_id)}::text[], ${wanted.map(({ attempt }) => attempt)}::integer[])
      as c (id, workqueue_id, task_id, attempt),
    lateral (select stacktrace from (
        select * from task_logs where workqueue_id = c.workqueue_id order by timestamp desc, ordinal desc limit 5000
      ) as newest
      where task_id = c.task_id and attempt = c.attempt and level = 'error' and stacktrace is not null
      order by timestamp desc, ordinal desc limit 1) as l`.execute(trx)
  return new Map(rows.map(({ id, stacktrace }) => [id, stacktrace]))
}

const isUnstated = (reason: string) => unstatedReasons.includes(reason)

/** The groups of these failures, made where they are new, and locked. */
async function groupsOf(trx: FailureTrx, failed: readonly Failed[]): Promise<Grouped[]> {
  const byKey = new Map<string, Failed[]>()
  for (const one of failed) {
    const key = `${one.event.account_id} ${one.fingerprint}`
    byKey.set(key, [...(byKey.get(key) ?? []), one])
  }
  const made = [...byKey.values()].map(([first]) => {
    const { event, fingerprint, title } = first!
    const { account_id, type, at } = event
    const id = newId(at.getTime())
    return { id, account_id, fingerprint, title, type, first: at, last: at, sample: sampleOf(event) }
  })
  await sql`
    insert into failure_groups (id, account_id, fingerprint, title, type, state, first, last, sample)
    select id, account_id, fingerprint, title, type, 'open', first, last, sample
    from json_to_recordset(${JSON.stringify(made)}::json) as c(
      id text, account_id text, fingerprint text, title text, type text, first timestamptz, last timestamptz,
      sample json)
    where exists (select from accounts where accounts.id = c.account_id)
    on conflict (account_id, fingerprint) do nothing`.execute(trx)
  const { rows } = await sql<StoredGroup>`
    select g.* from failure_groups g
    join unnest(${made.map((group) => group.account_id)}::text[], ${made.map((group) => group.fingerprint)}::text[])
      as c (account_id, fingerprint) on g.account_id = c.account_id and g.fingerprint = c.fingerprint
    order by g.id for update of g`.execute(trx)
  return rows.map((group) => ({
    group,
    failures: byKey.get(`${group.account_id} ${group.fingerprint}`) ?? [],
  }))
}

function sampleOf({ at, reason, attempt, alias, ...event }: FailureEventRow) {
  const place = { appId: event.app_id, workqueueId: event.workqueue_id, taskId: event.task_id }
  return { ...place, taskName: event.task_name, alias, attempt, at: at.toISOString(), reason }
}

/** The group after these failures, without its counts. */
function nextGroup({ group, failures }: Grouped, newApp: boolean) {
  const current = failures.filter(({ event }) => isCurrent(group, event))
  const newest = failures.reduce((one, other) => (other.event.at >= one.event.at ? other : one))
  const seen = {
    versions: withSeen(
      group.versions,
      failures.map(({ event }) => event.version),
    ),
    hosts: withSeen(
      group.hosts,
      failures.map(({ event }) => event.host_name),
    ),
    aliases: withSeen(
      group.aliases,
      failures.map(({ event }) => event.alias),
    ),
  }
  const regressed = group.state === 'closed' && current.length > 0
  const isNew =
    newApp || seen.versions !== group.versions || seen.hosts !== group.hosts || seen.aliases !== group.aliases
  const unmuted = group.muted_to_change && (regressed || isNew)
  const opened = group.tasks === 0 && group.state === 'open' && group.generation === 0
  const times = failures.map(({ event }) => event.at.getTime())
  const columns = {
    id: group.id,
    state: regressed ? 'regressed' : group.state,
    muted_to_change: group.muted_to_change && !unmuted,
    first: new Date(Math.min(...times)),
    last: new Date(Math.max(...times)),
    ...seen,
    sample: newest.event.at >= group.last || group.tasks === 0 ? sampleOf(newest.event) : group.sample,
  }
  const change = regressed ? 'regressed' : opened ? 'opened' : unmuted ? 'unmuted' : 'changed'
  return { columns, change } as const
}

/** The same list unless something is new. */
function withSeen(known: string[], seen: readonly (string | null)[]): string[] {
  const fresh = [...new Set(seen)].filter((one): one is string => !!one && !known.includes(one))
  return fresh.length > 0 && known.length < MOST_SEEN
    ? [...known, ...fresh].slice(0, MOST_SEEN).sort()
    : known
}
