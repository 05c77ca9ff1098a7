import { AppError } from '#server/lib/errors.ts'
import type { LiveEvent } from '#shared/realtime/events.ts'
import type { Wire } from '../lib/wire.ts'
import type { Principal } from '../session/principal.ts'
import type { Call } from '../upstream/call.ts'
import type { LiveListener } from './live-source.ts'

/** A subscription field of the schema, as the hub runs it. Each domain with live data describes its own. */
export interface LiveField {
  /** The field of `type Subscription`. */
  name: string
  /** Where the entity stands below the field, so that the hub sees which of its fields are selected. */
  entityPath: readonly string[]
  /**
   * `row`: an event carries one row, whole or its changed fields. `entries`: it carries one or several
   * finished entries that nothing is added to.
   */
  payload: 'row' | 'entries'
  /** Fields of a row that a filter looks at. */
  filterFields: readonly string[]
  /** Fields that change without being sent with every event, so an earlier value is never reused. */
  volatileFields: readonly string[]
  /** Statuses this version knows; others are counted and passed on. */
  knownStatuses: readonly string[]
  /** Checks the arguments. Throws AppError. */
  open(args: Readonly<Record<string, unknown>>, principal: Principal): LiveTopic
  /** The root value of the operation: what the field's resolver gets. */
  toRoot(event: LiveEvent, rows: Wire | readonly Wire[]): unknown
}

/** What one subscription listens to. */
export interface LiveTopic {
  channel: string
  /**
   * The app it belongs to; must stay readable (`GET apps/{id}`) as long as the subscription lives. Null: it belongs to
   * the account, which must.
   */
  appId: string | null
  /** Asked once at the beginning: must be readable and of that app. Null: the app itself is enough. */
  entityPath: string | null
  /** A new filter for a group of subscribers with the same arguments. Null: everything passes. */
  createFilter: (() => RowFilter) | null
  read: RowReader | null
  /**
   * Makes the events of the channel, where it is none of the service's, as long as somebody listens. `call` asks in the
   * name of a viewer.
   */
  subscribe?: (call: Call, listener: LiveListener) => () => void
}

/** How rows are read with a viewer's token, when an event lacks fields that are needed. */
export interface RowReader {
  /** Rows by id, the one asked for among them; others that came with it are remembered. Throws AppError. */
  read(call: Call, id: string): Promise<ReadonlyMap<string, Wire>>
  /** Rows that may wait for reads at the same time; beyond, everybody is told to read again. */
  maxWaiting: number
}

/** Decides per event, and may remember rows. */
export interface RowFilter {
  /** `before` is the row as it was known before the event; absent when nobody knew it. */
  admits(event: LiveEvent, row: Wire, before?: Wire): boolean
  /** Subscribers are told to read everything again: what was remembered no longer holds. */
  forget(): void
}

/** Ids that may become part of a channel's name: no dots, no wildcards, nothing that needs escaping. */
const CHANNEL_ID = /^[A-Za-z0-9_-]{1,64}$/

/** An id argument of a subscription. Any other form belongs to no entity: NOT_FOUND. */
export function channelId(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || !CHANNEL_ID.test(value)) throw new AppError('NOT_FOUND')
  return value
}

/** Pothos wants a `subscribe`; the hub executes subscriptions per event, with the event as the root value. */
export function runByHub(): AsyncIterable<never> {
  throw new AppError('BAD_REQUEST', 'Subscriptions are run over the socket')
}
