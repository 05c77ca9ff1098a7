import { joinChanges, liveEvents, type LiveEvent, type RowChange } from '#shared/realtime/events.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import { asText, isWire, wireId, type Wire } from '../lib/wire.ts'
import { createBroadcast, type Broadcast, type BroadcastDeps } from './broadcast.ts'
import type { LiveListener } from './live-source.ts'
import { createRowMemory, hasFields, withoutNulls } from './rows.ts'

/** The least time between two resyncs of a channel that cannot be kept whole, in milliseconds. */
const RESYNC_PAUSE = 1000

/** One channel that somebody listens to: fills its events and hands them on, in order per row. */
export interface Channel extends LiveListener {
  readonly name: string
  readonly broadcast: Broadcast
  /** Whether the service has confirmed the channel, so that nothing is missed from here on. */
  readonly ready: boolean
  /** Whether the service is away or refuses the channel: nothing comes for now. */
  readonly unavailable: boolean
  /** Called when groups came or went. */
  groupsChanged(): void
}

export interface ChannelDeps extends BroadcastDeps {
  /** Reads rows with the token of somebody who listens; rejects when that is not possible. */
  read: ((id: string) => Promise<ReadonlyMap<string, Wire>>) | null
  /** Rows that may wait for reads at the same time. */
  maxWaiting: number
  /** Whether the service is away already. */
  unavailable: boolean
  /** Whether a fault is to be told; of all channels together. */
  firstTime: (fault: string) => boolean
}

export function createChannel(deps: ChannelDeps): Channel {
  const { name, field, read, maxWaiting, counters, firstTime, log } = deps
  const broadcast = createBroadcast(deps)
  const { groups, deliver, resync } = broadcast
  const memory = createRowMemory(field.volatileFields)
  const pendingReads = new Map<string, RowChange<Wire> & { before: Wire | undefined }>()
  const scanned = new WeakSet<ReadonlyMap<string, Wire>>()
  let needed: readonly string[] = []
  let ready = false
  let { unavailable: unavailable } = deps
  let resyncTimer: NodeJS.Timeout | null = null

  async function readAndDeliver(id: string, readRows: NonNullable<ChannelDeps['read']>): Promise<void> {
    try {
      counters.rowReads++
      const rows = await readRows(id).catch(noneWhenGone)
      rememberOthers(rows)
      const waiting = pendingReads.get(id)
      const found = rows.get(id)
      pendingReads.delete(id)
      if (!waiting) return
      // A row that was just made may be told before the platform's own lists know it: what was told counts.
      if (!found && waiting.event !== 'save') return
      const row = { ...nulls(needed), ...found, ...waiting.row }
      if (found) memory.learn(id, row)
      deliver(waiting.event, row, waiting.before)
    } catch (error) {
      pendingReads.delete(id)
      log.warn({ channel: name, err: toError(error) }, 'row of a live event could not be read')
      resyncSoon()
    }
  }

  /** Rows that came along; one read may answer for many rows, but is looked through once. */
  function rememberOthers(rows: ReadonlyMap<string, Wire>): void {
    if (rows.size < 2 || scanned.has(rows)) return
    scanned.add(rows)
    for (const [id, row] of rows) if (!memory.get(id) && !pendingReads.has(id)) memory.learn(id, row)
  }

  function onRow(event: LiveEvent, told: Wire): void {
    const id = wireId(told)
    const fields = withoutNulls(told, field.filterFields)
    const waiting = pendingReads.get(id)
    if (waiting) {
      Object.assign(waiting, joinChanges(waiting, { event, row: fields }))
      return
    }
    const known = memory.get(id)
    const before = known && hasFields(known, field.filterFields) ? known : undefined
    const row = memory.merge(id, fields)
    if (!read || hasFields(row, needed)) return deliver(event, row, before)
    if (pendingReads.size >= maxWaiting) return resyncSoon()
    pendingReads.set(id, { event, row, before })
    void readAndDeliver(id, read)
  }

  function countStatus(row: Wire): void {
    const status = asText(row['status'])
    if (status === null || !field.knownStatuses.length || field.knownStatuses.includes(status)) return
    counters.unknownStatuses++
    const told = status.slice(0, 64)
    if (firstTime(told)) log.error({ channel: name, status: told }, 'unknown status in a live event')
  }

  function resyncSoon(): void {
    if (resyncTimer) return
    resyncTimer = setTimeout(() => {
      resyncTimer = null
      resync()
    }, RESYNC_PAUSE).unref()
  }

  return {
    name,
    broadcast,
    get ready() {
      return ready
    },
    get unavailable() {
      return unavailable
    },
    groupsChanged() {
      needed = [...new Set([...groups.values()].flatMap((group) => group.operation.needed))]
      memory.need(needed)
    },
    onReady() {
      ready = true
      unavailable = false
      memory.clear()
      resync()
    },
    onUnavailable() {
      ready = false
      unavailable = true
      broadcast.stale()
    },
    onEvent(event, data) {
      counters.events++
      if (!groups.size) return void memory.clear()
      const rows = rowsOf(data)
      if (!isLiveEvent(event) || !rows.length) {
        counters.malformed++
        const told = event.slice(0, 64)
        if (firstTime(`event ${told}`))
          log.warn({ channel: name, event: told }, 'message of a live channel not understood')
        return
      }
      if (field.payload === 'entries') return deliver(event, rows)
      for (const row of rows) {
        countStatus(row)
        onRow(event, row)
      }
    },
  }
}

const isLiveEvent = (event: string): event is LiveEvent => (liveEvents as readonly string[]).includes(event)

/** What the platform does not know is no fault; any other failure says nothing of the row. */
function noneWhenGone(error: unknown): ReadonlyMap<string, Wire> {
  if (error instanceof AppError && error.statusCode === 404) return new Map()
  throw error
}

const nulls = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, null]))

/** One row or several; anything without an id is none. */
function rowsOf(data: unknown): Wire[] {
  return (Array.isArray(data) ? data : [data]).filter((row): row is Wire => isWire(row) && wireId(row) !== '')
}
