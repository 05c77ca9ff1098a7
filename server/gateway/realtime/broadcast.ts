import { randomBytes } from 'node:crypto'
import type { LiveEvent, LiveExtensions, LivePosition } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Wire } from '../lib/wire.ts'
import { noticePrefix, prefixOf, type Group } from './group.ts'
import type { LiveField } from './live-field.ts'
import { createWindow } from './window.ts'

/** Counters of the hub; they only grow. */
export interface HubCounters {
  events: number
  executions: number
  deliveries: number
  /** Dropped because the client was behind; it reads again. */
  dropped: number
  resyncs: number
  /** Subscribers that resumed and received what they had missed. */
  resumes: number
  rowReads: number
  /** Messages that are not live messages, and unknown statuses. */
  malformed: number
  unknownStatuses: number
}

/**
 * The sending half of a channel: counts its events, renders each once per group and keeps them for clients
 * that resume.
 */
export interface Broadcast {
  readonly groups: Map<string, Group>
  /**
   * Sends an event to the groups whose filter admits it. `before` is the row as it was known before the
   * event.
   */
  deliver(event: LiveEvent, rows: Wire | readonly Wire[], before?: Wire): void
  /** Makes every subscriber read again; no earlier position can be resumed. */
  resync(): void
  /** Informs every subscriber that nothing comes until the next resync. */
  stale(): void
  /** The position of the latest event or resync. */
  position(): LivePosition
  /** A resync or stale notice for one subscriber, at the current position. */
  notice(which: 'resync' | 'stale'): Buffer
  /** The messages that a group was sent after a position; null when they are not completely known. */
  since(group: Group, from: LivePosition): Buffer[] | null
}

export interface BroadcastDeps {
  name: string
  /** The app that it belongs to; null: the account. */
  appId: string | null
  field: LiveField
  counters: HubCounters
  clock: Clock
  log: Logger
}

export function createBroadcast({ name, appId, field, counters, clock, log }: BroadcastDeps): Broadcast {
  const groups = new Map<string, Group>()
  const window = createWindow(clock.monotonic)
  const epoch = randomBytes(6).toString('base64url')
  let offset = 0

  const position = (): LivePosition => ({ epoch, offset })

  function render(group: Group, root: unknown): Buffer {
    counters.executions++
    const result = group.operation.execute(root, group.variables)
    const extensions: LiveExtensions = { live: position() }
    if (!result.errors) return prefixOf({ data: result.data, extensions })
    log.warn({ channel: name, errors: result.errors }, 'live event does not fit the schema')
    // Incomplete data would enter the cache of the client as a fact, so the client reads instead.
    return noticePrefix('resync', position())
  }

  return {
    groups,
    position,
    notice: (which) => noticePrefix(which, position()),
    deliver(event, rows, before) {
      offset++
      const root = field.toRoot(event, rows, appId)
      const rendered = new Map<unknown, Map<string, Buffer>>()
      const payloads = new Map<Group, Buffer>()
      for (const group of groups.values()) {
        if (group.filter && !group.filter.admits(event, rows as Wire, before)) continue
        let byShare = rendered.get(group.operation)
        if (!byShare) rendered.set(group.operation, (byShare = new Map()))
        let prefix = byShare.get(group.shareKey)
        if (!prefix) byShare.set(group.shareKey, (prefix = render(group, root)))
        group.push(prefix)
        payloads.set(group, prefix)
      }
      window.keep(offset, payloads)
    },
    resync() {
      counters.resyncs++
      // A resync takes an offset like an event, so that an earlier position counts as incomplete.
      offset++
      window.cut(offset)
      const prefix = noticePrefix('resync', position())
      for (const group of groups.values()) {
        group.filter?.forget()
        group.push(prefix)
      }
    },
    stale() {
      const prefix = noticePrefix('stale', position())
      for (const group of groups.values()) group.push(prefix)
    },
    since(group, from) {
      if (from.epoch !== epoch || from.offset < group.since || from.offset > offset) return null
      return window.after(from.offset, group)
    },
  }
}
