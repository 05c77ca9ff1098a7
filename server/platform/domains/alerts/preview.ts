import { sql, type Kysely } from 'kysely'
import type { AlertPreview, AlertScope } from '#shared/domains/alerts/contract.ts'
import { PREVIEW_DAYS, runAlertKinds, type AlertKind } from '#shared/domains/alerts/kinds.ts'
import { alertMessages } from '#shared/domains/alerts/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isInScope, type AlertContext } from '#server/platform/alerts/match.ts'
import { recovers, runGroup } from '#server/platform/alerts/run-ends.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'

/** Events that a preview looks at, the newest; and the times that it answers. */
const MOST_EVENTS = 5000
const MOST_SHOWN = 20
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface PastEvent extends AlertContext {
  groupKey: string
  at: Date
  sentence: string
}

interface PreviewOptions {
  db: Kysely<Database>
  clock: Clock
}

interface Previewed {
  when: { kind: AlertKind; minutes?: number | null | undefined }
  scope: AlertScope
}

export type PreviewAlerts = (accountId: string, rule: Previewed) => Promise<AlertPreview>

/**
 * How often a rule would have sent: the events of 7 days, at most one message about a group in an hour. A rule for what lasts
 * sends once it has lasted so long.
 */
export function createAlertPreview({ db, clock }: PreviewOptions): PreviewAlerts {
  return async (accountId, { when, scope }) => {
    await requireOwn(db, accountId, 'apps', scope.appId)
    await requireOwn(db, accountId, 'plans', scope.planId)
    const now = clock.now()
    const from = new Date(now - PREVIEW_DAYS * DAY_MS)
    const lasting = (when.minutes ?? 0) * MINUTE_MS
    const isOfRuns = runAlertKinds.some((kind) => kind === when.kind)
    const span = { kind: when.kind, from: new Date(from.getTime() - lasting), lasting, now }
    const events = isOfRuns
      ? await endedRuns(db, accountId, { ...span, scope })
      : await openings(db, accountId, span)
    const sent = spaced(events.filter((event) => isInScope(scope, event)))
    return {
      data: sent
        .slice(-MOST_SHOWN)
        .reverse()
        .map(({ at, sentence }) => ({ at: new Date(at.getTime() + lasting).toISOString(), sentence })),
      total: sent.length,
      since: (await knownSince(db, accountId, from)).toISOString(),
    }
  }
}

interface Span {
  kind: AlertKind
  /** What began before is not looked at. */
  from: Date
  /** For how long it must have lasted, in milliseconds. */
  lasting: number
  now: number
}

async function openings(db: Kysely<Database>, accountId: string, { kind, from, lasting, now }: Span) {
  const { rows } = await sql<PastEvent>`
    select group_key as "groupKey", at, sentence, app_ids as "appIds", plan_ids as "planIds", tags, types
    from alert_openings
    where account_id = ${accountId} and kind = ${kind} and at > ${from}
      and extract(epoch from coalesce(closed, ${new Date(now)}) - at) * 1000 >= ${lasting}
    order by at desc limit ${MOST_EVENTS}`.execute(db)
  return rows
}

interface PastRun {
  id: string
  at: Date
  name: string
  app: string
  appId: string
  planId: string | null
  tags: string[]
  types: string[]
  reason: string | null
}

async function endedRuns(
  db: Kysely<Database>,
  accountId: string,
  { kind, scope, from, lasting, now }: Span & { scope: AlertScope },
): Promise<PastEvent[]> {
  const isFailed = kind === 'runFailed'
  const condition = isFailed ? sql`w.status = 'failed'` : sql`w.status = 'completed' and ${recovers}`
  const { rows } = await sql<PastRun>`
    select w.id, w.ended as at, w.name, a.name as app, w.app_id as "appId", w.plan_id as "planId", w.tags,
      case when ${scope.type === undefined} then '{}'
        else array(select distinct type from tasks t where t.workqueue_id = w.id) end as types,
      (select t.reason from tasks t where t.workqueue_id = w.id and t.status = 'failed'
        order by t.ended nulls last, t.position limit 1) as reason
    from workqueues w join apps a on a.id = w.app_id
    where w.account_id = ${accountId} and w.ended > ${from} and w.ended <= ${new Date(now - lasting)}
      and (w.parent_task_id is null or w.plan_id = ${scope.planId ?? null}::text) and ${condition}
    order by w.ended desc limit ${MOST_EVENTS}`.execute(db)
  return rows.map((run) => ({
    groupKey: runGroup(run),
    at: run.at,
    sentence: isFailed
      ? alertMessages.runFailed(run.name, run.app, run.reason)
      : alertMessages.runRecovered(run.name, run.app),
    appIds: [run.appId],
    planIds: run.planId === null ? [] : [run.planId],
    tags: run.tags,
    types: run.types,
  }))
}

/** Oldest first, without those that come less than an hour after one about the same. */
function spaced(newestFirst: readonly PastEvent[]): PastEvent[] {
  const last = new Map<string, number>()
  return newestFirst.toReversed().filter(({ groupKey, at }) => {
    const before = last.get(groupKey)
    if (before !== undefined && at.getTime() - before < HOUR_MS) return false
    last.set(groupKey, at.getTime())
    return true
  })
}

/** Since when events are known: 7 days ago, or when the account was made. */
async function knownSince(db: Kysely<Database>, accountId: string, from: Date): Promise<Date> {
  const account = await db
    .selectFrom('accounts')
    .select('created')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account && account.created > from ? account.created : from
}
