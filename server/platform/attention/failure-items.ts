import { sql, type Selectable } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { FailureFacts } from '#shared/domains/attention/facts.ts'
import type { FailureGroupTable } from '../db/tables/failures.ts'
import { countedOrder } from '../engine/progress.ts'
import { goodPlaces, type GoodPlaces } from '../failures/good-places.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'

/** The newest tasks of a group that its runs and apps are counted from. */
const MOST_READ = 1000

type Group = Pick<
  Selectable<FailureGroupTable>,
  | 'id'
  | 'account_id'
  | 'title'
  | 'type'
  | 'state'
  | 'first'
  | 'last'
  | 'tasks'
  | 'runs'
  | 'open_tasks'
  | 'versions'
  | 'hosts'
  | 'sample'
  | 'closed'
  | 'dismissed'
>

interface GroupRow extends Group {
  /** Of the newest open tasks. */
  open_runs: number
  open_since: Date | null
  app_ids: string[]
  app_names: string[]
  held: number
  /** Of the newest open tasks: those that a restart takes up, and those that are queued or run again. */
  restartable: number
  again: number
  /** The facts of its item; null without one. */
  known: FailureFacts | null
  known_open: boolean
}

/** Open items that a look reads again, the worst ones. */
const MOST_WORST = 30

/** Failures that hurt most: what waits behind them changes without them. */
export async function worstFailures(trx: AttentionTrx): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select account_id as "accountId", kind, key from attention_items where kind = 'failure' and closed is null
    order by hurt_runs + hurt_tasks desc, id limit ${MOST_WORST}`.execute(trx)
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
  const good = await goodOf(trx, [...rows.values()], now)
  const opened: OpenedItem[] = []
  const closed: EndedItem[] = []
  for (const subject of subjects) {
    const row = rows.get(subject.key)
    // Nothing is left of it: its runs were deleted.
    if (!row || row.tasks === 0) closed.push({ ...subject, text: null, removed: true })
    else if (row.state === 'closed') closed.push({ ...subject, text: closedText(row) })
    else opened.push(openedOf(subject, row, good.get(`${row.account_id} ${row.type}`)))
  }
  return { opened, closed }
}

async function readGroups(trx: AttentionTrx, subjects: readonly Subject[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.account_id, g.title, g.type, g.state, g.first, g.last, g.tasks, g.runs, g.open_tasks, g.versions,
      g.hosts, g.sample, g.closed, g.dismissed, counted.*, i.facts as known,
      coalesce(i.id is not null and i.closed is null, false) as known_open
    from failure_groups g
      left join attention_items i on i.account_id = g.account_id and i.kind = 'failure' and i.key = g.id,
      lateral (
        select count(*)::int as open_runs, min(since) as open_since,
          coalesce(array_agg(distinct app_id), '{}') as app_ids,
          coalesce((select array_agg(name order by name, id) from apps where id = any(array_agg(app_id))), '{}') as app_names,
          coalesce(sum(held)::int, 0) as held, coalesce(sum(restartable)::int, 0) as restartable,
          coalesce(sum(again)::int, 0) as again
        from (
          select r.*, case when w.status not in ('cancelled', 'notstarted') then failed else 0 end as restartable,
            case when w.status = 'failed' then w.task_counts[${sql.lit(countedOrder.indexOf('notstarted') + 1)}] end as held
          from (
            select newest.app_id, newest.workqueue_id, min(at) as since, count(*) filter (where t.status = 'failed') as failed,
              count(*) filter (where t.status in ('queued', 'started', 'retry')) as again
            from (
              select * from failure_tasks m where m.group_id = g.id order by at desc, task_id desc limit ${MOST_READ}
            ) as newest join tasks t on t.id = newest.task_id
            where repaired is null and generation = g.generation
            group by newest.app_id, newest.workqueue_id
          ) as r join workqueues w on w.id = r.workqueue_id
        ) as run
      ) as counted
    where g.id = any(${subjects.map(({ key }) => key)}::text[])`.execute(trx)
  return rows
}

/** Where tasks of the types of these groups end well, by account and type. */
async function goodOf(trx: AttentionTrx, rows: readonly GroupRow[], now: number) {
  const found = new Map<string, GoodPlaces>()
  for (const accountId of new Set(rows.map(({ account_id }) => account_id))) {
    const types = new Set(rows.filter((row) => row.account_id === accountId).map(({ type }) => type))
    for (const [type, places] of await goodPlaces(trx, accountId, [...types], new Date(now)))
      found.set(`${accountId} ${type}`, places)
  }
  return found
}

function openedOf(subject: Subject, row: GroupRow, good: GoodPlaces | undefined): OpenedItem {
  const { open_tasks: tasks, state, known, known_open: isOpen } = row
  // All tasks of the group are open: its own count of runs is that of all of them.
  const runs = tasks === row.tasks ? row.runs : Math.max(1, row.open_runs)
  const regressed = state === 'regressed'
  const since = regressed ? (row.open_since ?? row.last) : row.first
  const most = Math.max(tasks, isOpen && known ? known.most : 0)
  const { appId, workqueueId, taskId } = row.sample
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
      // Older tasks than the ones that were looked at have failed too.
      restartable: Math.max(0, tasks - MOST_READ) + row.restartable,
      again: row.again,
      first: (isOpen && known && regressed ? earlier(known.first, since) : since).toISOString(),
      last: row.last.toISOString(),
      versions: row.versions,
      hosts: row.hosts,
      notVersions: good?.versions.filter((version) => !row.versions.includes(version)) ?? [],
      appId,
      workqueueId,
      taskId,
    },
    appIds: row.app_ids,
    since,
    hurt: { runs, tasks: row.held, since },
    ...(regressed && row.closed ? { closedBefore: row.closed } : {}),
  }
}

const earlier = (at: string, other: Date): Date => (Date.parse(at) < other.getTime() ? new Date(at) : other)

/** A group that a person has closed did not close by itself. */
function closedText({ closed, dismissed, known }: GroupRow): string | null {
  if (closed && dismissed?.getTime() === closed.getTime()) return null
  return closedMessages.allCompleted(known?.most ?? 1)
}
