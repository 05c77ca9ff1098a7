import { joinChanges, liveEvents, type LiveEvent, type RowChange } from '#shared/realtime/events.ts'
import { workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import { asText, isWire, wireId, type Wire } from '../lib/wire.ts'
import { readers } from '../lib/readers.ts'
import { createBroadcast, type Broadcast, type BroadcastDeps } from './broadcast.ts'
import type { LiveListener } from './live-source.ts'
import { createRowMemory, hasFields, withoutNulls } from './rows.ts'

/** The minimum interval between two resyncs of a channel that cannot be kept complete, in milliseconds. */
const RESYNC_PAUSE = 1000

/** A channel with subscribers: completes the rows of its events and delivers them, in order for each row. */
export interface Channel extends LiveListener {
  readonly name: string
  readonly broadcast: Broadcast
  /** Whether the service has confirmed the channel, so that no later event is missed. */
  readonly ready: boolean
  /** Whether the service is unavailable or refuses the channel, so that no events arrive. */
  readonly unavailable: boolean
  /** Called when a group was added or removed. */
  groupsChanged(): void
}

export interface ChannelDeps extends BroadcastDeps {
  /** Reads rows with the token of a subscriber; rejects when that is not possible. */
  read: ((id: string) => Promise<ReadonlyMap<string, Wire>>) | null
  /** Rows that may wait for reads at the same time. */
  maxWaiting: number
  /** Whether the service is unavailable when the channel is created. */
  unavailable: boolean
  /** Whether a fault is logged: the first of its kind in all channels. */
  firstTime: (fault: string) => boolean
}

export function createChannel(deps: ChannelDeps): Channel {
  const { name, appId, field, read, maxWaiting, counters, firstTime, log } = deps
  const broadcast = createBroadcast(deps)
  const { groups, deliver, resync } = broadcast
  const memory = createRowMemory(field.volatileFields)
  const pendingReads = new Map<string, RowChange<Wire> & { before: Wire | undefined }>()
  const scanned = new WeakSet<ReadonlyMap<string, Wire>>()
  let needed: readonly string[] = []
  let ready = false
  let { unavailable } = deps
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
      // The lists of the platform may not have a new row yet, so the fields of the event are enough.
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

  /** Remembers the other rows of a read. One read may answer for many rows but is scanned once. */
  function rememberOthers(rows: ReadonlyMap<string, Wire>): void {
    if (rows.size < 2 || scanned.has(rows)) return
    scanned.add(rows)
    for (const [id, row] of rows) if (!memory.get(id) && !pendingReads.has(id)) memory.learn(id, row)
  }

  function onRow(event: LiveEvent, received: Wire): void {
    const id = wireId(received)
    const fields = withoutNulls(received, field.filterFields)
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
    const shown = status.slice(0, 64)
    if (firstTime(shown)) log.error({ channel: name, status: shown }, 'unknown status in a live event')
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
      const rows = rowsOf(data).filter((row) => isOfApp(row, appId))
      if (!isLiveEvent(event) || !rows.length) {
        counters.malformed++
        const shown = event.slice(0, 64)
        if (firstTime(`event ${shown}`))
          log.warn({ channel: name, event: shown }, 'message of a live channel not understood')
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

/** An unknown row is not a fault; any other failure says nothing about the row. */
function noneWhenGone(error: unknown): ReadonlyMap<string, Wire> {
  if (error instanceof AppError && error.statusCode === 404) return new Map()
  throw error
}

const appIdOf = readers(workqueueSummary.pick({ appId: true })).referenceId('appId')

/** Viewers were checked for the app of the channel only; a row that names none belongs to it. */
const isOfApp = (row: Wire, appId: string | null) =>
  appId === null || (appIdOf(row as Wire<{ appId: string }>) ?? appId) === appId

const nulls = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, null]))

/** One row or several; values without an id are dropped. */
function rowsOf(data: unknown): Wire[] {
  return (Array.isArray(data) ? data : [data]).filter((row): row is Wire => isWire(row) && wireId(row) !== '')
}
