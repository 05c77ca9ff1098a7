import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { FailureFacts } from '#shared/domains/attention/facts.ts'
import { goodPlacesOf, isMovable, suggestedAlias, type GoodPlaces } from '../failures/good-places.ts'
import { readGroups, type GroupWithLeft } from './failure-groups.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'

/** Open items that a look reads again, the worst ones. */
const MOST_WORST = 30

/** Failures that hurt most: what waits behind them changes without them. */
export async function worstFailures(trx: AttentionTrx): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select account_id as "accountId", kind, key from attention_items where kind = 'failure' and closed is null
    order by hurt_runs + hurt_tasks desc, id limit ${MOST_WORST}`.execute(trx)
  return rows
}

/** Failures whose tasks all run again, which ends soon. */
export async function restartingFailures(trx: AttentionTrx): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select account_id as "accountId", kind, key from attention_items
    where kind = 'failure' and closed is null and facts @> '{"restarting": true}' limit ${MOST_WORST}`.execute(
    trx,
  )
  return rows
}

/** What these groups are now: as many statements for one group as for many, and for 10 tasks as for 10,000. */
export async function failureItems(
  trx: AttentionTrx,
  subjects: readonly Subject[],
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  if (subjects.length === 0) return { opened: [], closed: [] }
  const rows = new Map((await readGroups(trx, subjects)).map((row) => [row.id, row]))
  const types = [...rows.values()].map(({ account_id: accountId, type }) => ({ accountId, type }))
  const good = await goodPlacesOf(trx, types, now)
  const opened: OpenedItem[] = []
  const closed: EndedItem[] = []
  for (const subject of subjects) {
    const row = rows.get(subject.key)
    // Nothing is left of it: its runs were deleted.
    if (!row || (row.tasks === 0 && !row.has_run)) closed.push({ ...subject, text: null, removed: true })
    else if (row.state === 'closed') closed.push({ ...subject, text: closedText(row) })
    else opened.push(openedOf(subject, row, good.get(`${row.account_id} ${row.type}`)))
  }
  return { opened, closed }
}

function openedOf(subject: Subject, row: GroupWithLeft, good: GoodPlaces | undefined): OpenedItem {
  const { state, known, known_open: isKnown } = row
  // Older open tasks than the ones that were looked at have failed too.
  const older = Math.max(0, row.open_tasks - row.left_open)
  const tasks = row.left + older
  // All tasks of the group are left: its own count of runs is that of all of them.
  const runs = tasks === row.tasks ? row.runs : Math.max(1, row.left_runs)
  const regressed = state === 'regressed'
  const since = regressed ? (row.open_since ?? row.last) : row.first
  const most = Math.max(tasks, isKnown && known ? known.most : 0)
  const { appId, workqueueId, taskId } = row.sample
  const movable = isMovable(row, good)
  return {
    ...subject,
    facts: {
      kind: 'failure',
      title: row.title,
      type: row.type,
      runs,
      tasks,
      most,
      apps: row.app_names,
      held: row.held,
      restartable: older + row.restartable,
      again: row.again,
      restarting: row.restarting > 0 && row.again === tasks,
      restarted: restartedOf(row),
      ...(regressed && wasPassed(row) ? { passed: true } : {}),
      first: (isKnown && known && regressed ? earlier(known.first, since) : since).toISOString(),
      last: row.last.toISOString(),
      versions: row.versions,
      hosts: row.hosts,
      notVersions: good?.versions.filter((version) => !row.versions.includes(version)) ?? [],
      notHosts: good?.hosts.filter((host) => !row.hosts.includes(host)) ?? [],
      aliases: row.aliases,
      task: row.task,
      suggestedAlias: suggestedAlias(row, good),
      ...(movable === null ? {} : { movable }),
      appId,
      workqueueId,
      taskId,
      deployment: row.deployment,
    },
    appIds: row.app_ids,
    since,
    hurt: { runs, tasks: row.held, since },
    ...(regressed && row.closed ? { closedBefore: row.closed } : {}),
  }
}

/**
 * A group that is back was closed because a later run had passed its tasks: what its item has said, or tasks of it are still
 * failed that were passed.
 */
function wasPassed({ known, known_open: isKnown, known_text: text, left, left_open: open }: GroupWithLeft) {
  return (isKnown && known?.passed) || text === closedMessages.laterRunPassed || left > open
}

/** A restart after which tasks have failed again, unless it is of before the group was closed. */
function restartedOf({ restarted, closed }: GroupWithLeft): FailureFacts['restarted'] {
  if (!restarted?.at) return null
  const at = new Date(restarted.at)
  return closed && at < closed ? null : { by: restarted.by, at: at.toISOString() }
}

const earlier = (at: string, other: Date): Date => (Date.parse(at) < other.getTime() ? new Date(at) : other)

/** A group that a person has closed did not close by itself. */
function closedText({ closed, dismissed, known, restartable, completed }: GroupWithLeft): string | null {
  if (closed && dismissed?.getTime() === closed.getTime()) return null
  if (restartable > 0) return closedMessages.laterRunPassed
  const most = known?.most ?? 1
  return completed !== null && completed < most
    ? closedMessages.someCompleted(completed)
    : closedMessages.allCompleted(most)
}
