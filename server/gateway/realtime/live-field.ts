import { AppError } from '#server/lib/errors.ts'
import type { ViewerScope } from '#shared/lib/viewers.ts'
import type { LiveEvent } from '#shared/realtime/events.ts'
import type { Wire } from '../lib/wire.ts'
import type { Principal } from '../session/principal.ts'
import type { Call } from '../upstream/call.ts'
import type { LiveListener } from './live-source.ts'

/** A subscription field of the schema, as the hub runs it. Each domain with live data describes its own. */
export interface LiveField {
  /** The field of `type Subscription`. */
  name: string
  /**
   * The path of the entity below the field; the hub needs to know which fields of the entity are selected.
   */
  entityPath: readonly string[]
  /**
   * `row`: an event has one row, whole or its changed fields. `entries`: it has one or several complete
   * entries, which are sent as they are.
   */
  payload: 'row' | 'entries'
  /** Fields of a row that a filter reads. */
  filterFields: readonly string[]
  /** Fields that change without being sent with every event, so that an earlier value is never reused. */
  volatileFields: readonly string[]
  /** Statuses this version knows; others are counted and passed on. */
  knownStatuses: readonly string[]
  /** Checks the arguments. Throws AppError. */
  open(args: Readonly<Record<string, unknown>>, principal: Principal): LiveTopic
  /** The root value of the operation: what the field's resolver gets. `appId` is that of the topic. */
  toRoot(event: LiveEvent, rows: Wire | readonly Wire[], appId: string | null): unknown
}

/** The channel and the rights of one subscription. */
export interface LiveTopic {
  channel: string
  /**
   * The app it belongs to, which must stay readable (`GET apps/{id}`) as long as the subscription lives.
   * Null: it belongs to the account, which must stay readable.
   */
  appId: string | null
  /** Read once at the start: must be readable and of that app. Null: the app itself is enough. */
  entityPath: string | null
  /** Makes the filter of a group of subscribers with the same arguments. Null: everything passes. */
  createFilter: (() => RowFilter) | null
  read: RowReader | null
  /**
   * Makes the events of a channel that the service does not have, while it has subscribers; returns the end
   * of it. `call` uses the token of a viewer; all viewers have that scope.
   */
  subscribe?: (call: Call, listener: LiveListener, scope: ViewerScope) => () => void
}

/** Reads rows with the token of a viewer, when an event lacks required fields. */
export interface RowReader {
  /** Rows by id, with the given one; the others of the answer are remembered. Throws AppError. */
  read(call: Call, id: string): Promise<ReadonlyMap<string, Wire>>
  /** Rows that may wait for reads at the same time; beyond that every subscriber reads again. */
  maxWaiting: number
}

/** Decides for each event, and may remember rows. */
export interface RowFilter {
  /** `before` is the row as it was known before the event; undefined when it was unknown. */
  admits(event: LiveEvent, row: Wire, before?: Wire): boolean
  /** Subscribers read everything again, so remembered rows are no longer valid. */
  forget(): void
}

/** Ids that may be part of a channel name: no dots, no wildcards, nothing to escape. */
const CHANNEL_ID = /^[A-Za-z0-9_-]{1,64}$/

/** An id argument of a subscription. Throws NOT_FOUND for any other form, which no entity has. */
export function channelId(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || !CHANNEL_ID.test(value)) throw new AppError('NOT_FOUND')
  return value
}

/**
 * Pothos requires a `subscribe`; the hub executes subscriptions per event, with the event as the root value.
 */
export function runByHub(): AsyncIterable<never> {
  throw new AppError('BAD_REQUEST', 'Subscriptions are run over the socket')
}
