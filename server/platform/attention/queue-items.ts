import { sql } from 'kysely'
import type { QueueFacts } from '#shared/domains/attention/facts.ts'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import { perSecond, readFlow } from '#shared/domains/queues/flow.ts'
import type { VerdictCode } from '#shared/domains/queues/verdict-codes.ts'
import { isPolledAt, verdictOf, type QueueFigures } from '#shared/domains/queues/verdict.ts'
import { figuresOf, queuesOf, type QueueState } from '../queues/queue-state.ts'
import { shownSince } from '../queues/queue-row.ts'
import { readControls } from '../queues/controls.ts'
import { readAliases, readPollers, type CountRow } from '../queues/read-counts.ts'
import { readQueueHistory } from '../queues/read-history.ts'
import { queueItemKey, type AttentionTrx, type EndedItem, type OpenedItem } from './items.ts'
import { readSurroundings, type Surroundings } from './queue-surroundings.ts'
import { readWaitingQueues, type WaitingQueue } from './waiting-queues.ts'

type QueueKind = QueueFacts['kind']

/** The kinds of items about queues, by the verdict that opens them. */
const kindOf: Partial<Record<VerdictCode, QueueKind>> = {
  nobody: 'queueNobody',
  stalled: 'queueStalled',
  growing: 'queueGrowing',
}
export const queueKinds = Object.values(kindOf)

/** A queue in which tasks wait, with what its verdict follows from. */
export interface JudgedQueue {
  waiting: WaitingQueue
  state: QueueState
  figures: QueueFigures
  /** Another alias of its type is polled. */
  movable: boolean
  kind: QueueKind
}

interface OpenItem {
  account_id: string
  kind: QueueKind
  key: string
  since: Date
  app_ids: string[]
}

/** A depth that is not counted to its end: more than any queue that could be called short. */
const DEEP = 1_000_000_000

/** What the queues in which tasks wait, and those with an open item, need now. `listening`: since when workers are heard. */
export async function queueItems(
  trx: AttentionTrx,
  now: number,
  listening: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const waiting = await readWaitingQueues(trx)
  const known = await readOpen(trx)
  const opened: JudgedQueue[] = []
  const closed: (EndedItem & { appIds: string[] })[] = []
  const judged = new Map<string, Omit<JudgedQueue, 'kind'>>()
  for (const accountId of new Set(waiting.map((queue) => queue.accountId)))
    for (const queue of await judge(
      trx,
      waiting.filter((one) => one.accountId === accountId),
      now,
      listening,
    ))
      judged.set(`${accountId} ${queueItemKey(queue.waiting)}`, queue)
  const kept = new Set<string>()
  for (const item of known) {
    const subject = { accountId: item.account_id, kind: item.kind, key: item.key }
    const queue = judged.get(`${item.account_id} ${item.key}`)
    const text = queue ? endOf(item, queue.figures) : closedMessages.drained
    if (queue && text === undefined) {
      kept.add(`${item.account_id} ${item.key}`)
      opened.push({ ...queue, kind: item.kind })
    } else closed.push({ ...subject, text: text ?? null, appIds: item.app_ids })
  }
  for (const [key, queue] of judged) {
    const kind = kindOf[verdictOf(queue.figures).code]
    if (kind && !kept.has(key)) opened.push({ ...queue, kind })
  }
  const surroundings = await readSurroundings(trx, opened)
  return {
    opened: opened.map((queue, index) => openedOf(queue, surroundings[index]!, now)),
    closed: await withoutApps(trx, closed),
  }
}

async function readOpen(trx: AttentionTrx): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select account_id, kind, key, since, app_ids from attention_items
    where closed is null and kind = any(${queueKinds}::text[])`.execute(trx)
  return rows
}

async function judge(trx: AttentionTrx, queues: readonly WaitingQueue[], now: number, listening: number) {
  const scope = { accountId: queues[0]!.accountId }
  const counts = queues.map(({ type, alias, queued, more, oldest }): CountRow => ({
    type,
    alias,
    status: 'queued',
    hostName: null,
    version: null,
    appId: '',
    appName: '',
    count: more ? DEEP : queued,
    own: queued,
    oldest,
    ownOldest: oldest,
    newest: oldest,
  }))
  const states = queuesOf({
    counts,
    aliases: await readAliases(trx, scope),
    pollers: await readPollers(trx, scope, now),
    history: await readQueueHistory(trx, scope, { from: shownSince(now), now }),
    lines: [],
    controls: await readControls(trx, scope),
  })
  const stateOf = new Map(states.map((state) => [queueItemKey(state), state]))
  const polled = states.filter(({ pollers }) =>
    pollers.some(({ lastSeen }) => isPolledAt(lastSeen.getTime(), now)),
  )
  return queues.map((waiting) => {
    const state = stateOf.get(queueItemKey(waiting))!
    const movable = polled.some(({ type, alias }) => type === waiting.type && alias !== waiting.alias)
    return { waiting, state, figures: figuresOf(state, now, listening), movable }
  })
}

/**
 * Why an item is over whose queue still has tasks; undefined while it is not. A verdict that says too little, as after a
 * start of the platform, ends none.
 */
function endOf({ kind, since }: OpenItem, figures: QueueFigures): string | null | undefined {
  const { code } = verdictOf(figures)
  if (kindOf[code] === kind) return undefined
  // A person has decided that nothing is handed out.
  if (code === 'paused') return null
  const polled = isPolledAt(figures.lastSeen, figures.now)
  switch (kind) {
    case 'queueNobody':
      return polled ? closedMessages.polled : undefined
    case 'queueStalled':
      if (code === 'nobody') return null
      return figures.lastOut !== null && figures.lastOut > since.getTime() ? closedMessages.starts : undefined
    case 'queueGrowing':
      if (kindOf[code]) return null
      // Growth that chance may have made opens none, and does not end one either: it would come and go.
      if (code === 'early' || (code === 'steady' && growth(figures) > 0)) return undefined
      return closedMessages.growsNoMore
  }
}

/** By how many tasks the queue has grown in the last minutes. */
const growth = ({ minutes, now, since }: QueueFigures) => readFlow(minutes, now, since).recent().net

function openedOf(
  { waiting, state, figures, kind, movable }: JudgedQueue,
  around: Surroundings,
  now: number,
): OpenedItem {
  const { accountId, type, alias, queued, more, oldest } = waiting
  const { lastPoll, lastOut } = figures
  const polling = state.pollers.filter(({ lastSeen }) => isPolledAt(lastSeen.getTime(), now))
  const gone = state.pollers.find((poller) => !polling.includes(poller))
  const facts: QueueFacts = {
    kind,
    type,
    alias,
    queued,
    more,
    runs: around.runs,
    oldest: oldest.toISOString(),
    lastOut: kind === 'queueStalled' ? isoOf(lastOut) : null,
    lastPoll: kind === 'queueNobody' ? isoOf(lastPoll) : null,
    polling: polling.length,
    pollers: state.pollers.length,
    gone: gone ? { host: gone.hostName, at: gone.lastPoll.toISOString() } : null,
    rates: kind === 'queueGrowing' ? ratesOf(figures) : null,
    apps: around.apps.map(({ name }) => name),
    made: isoOf(around.made?.getTime() ?? null),
    workerId: around.workerId,
    deployment: around.deployment,
    // Only that one tells it; the others would change with each poll elsewhere.
    movable: kind !== 'queueNobody' || movable,
  }
  const since =
    kind === 'queueNobody' && lastPoll !== null ? Math.max(lastPoll, oldest.getTime()) : oldest.getTime()
  return {
    accountId,
    kind,
    key: queueItemKey(waiting),
    facts,
    appIds: around.apps.map(({ id }) => id),
    since: new Date(Math.min(since, now)),
    hurt: { runs: around.runs, tasks: queued, since: oldest },
  }
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Rounded, so that an item changes only when its texts do. */
function ratesOf({ minutes, now, since }: QueueFigures): QueueFacts['rates'] {
  const flow = readFlow(minutes, now, since)
  if (!flow.isKnown) return null
  const recent = flow.recent()
  const rate = (tasks: number) => Number(perSecond(tasks, recent.ms).toPrecision(2))
  return { in: rate(recent.in), out: rate(recent.out), net: rate(recent.net) }
}

/** Items of queues whose apps were all deleted are removed: nothing has drained them. */
async function withoutApps(
  trx: AttentionTrx,
  closed: readonly (EndedItem & { appIds: string[] })[],
): Promise<EndedItem[]> {
  const ids = [...new Set(closed.flatMap(({ appIds }) => appIds))]
  if (ids.length === 0) return closed.map(({ appIds: _, ...item }) => item)
  const { rows } = await sql<{ id: string }>`select id from apps where id = any(${ids}::text[])`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  return closed.map(({ appIds, ...item }) =>
    appIds.length > 0 && !appIds.some((id) => found.has(id)) ? { ...item, removed: true } : item,
  )
}
