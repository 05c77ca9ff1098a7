import type { FormattedExecutionResult } from 'graphql-ws'

/** Position of an event in its channel; `epoch` changes when offsets start again. */
interface Position {
  epoch: string
  offset: number
}

type LiveExtensions = { live?: Partial<Position> & { resync?: boolean; stale?: boolean } } | null | undefined

function liveOf(result: FormattedExecutionResult<unknown, unknown>) {
  return (result.extensions as LiveExtensions)?.live
}

/** Whether a message reports missed updates, so that data must be read again; it contains no data. */
export function isResync(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return liveOf(result)?.resync === true
}

/**
 * Whether a message reports that no events arrive until the next resync, because the gateway has lost the
 * realtime service.
 */
export function isStale(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return liveOf(result)?.stale === true
}

/** Whether a message contains data or errors, and not only a position or a resync. */
export function carriesData(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return Boolean(result.errors?.length) || (result.data !== null && result.data !== undefined)
}

/** Tracks the position of one subscription in its channel. */
interface PositionTracker {
  /**
   * Records the position of a message. Returns false for a message older than a previous one, which must not
   * overwrite newer data.
   */
  advance(result: FormattedExecutionResult<unknown, unknown>): boolean
  /** The last position, from which the server continues after a loss. */
  position(): Position | undefined
}

export function createPositionTracker(): PositionTracker {
  let last: Position | undefined
  return {
    advance(result) {
      const live = liveOf(result)
      if (live?.epoch === undefined || live.offset === undefined) return true
      const late = last !== undefined && last.epoch === live.epoch && live.offset < last.offset
      if (!late) last = { epoch: live.epoch, offset: live.offset }
      return !late
    },
    position: () => last,
  }
}

/** Close code for a session that has ended. */
const UNAUTHORIZED = 4401

/** Codes of refusals that may succeed on retry; any other refusal of a subscription is final. */
const passing = new Set([
  'INTERNAL',
  'BAD_GATEWAY',
  'PLATFORM_DOWN',
  'PLATFORM_TIMEOUT',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])

function codesOf(fault: unknown): string[] {
  if (!Array.isArray(fault)) return []
  return fault.map((each: { extensions?: { code?: string } }) => each.extensions?.code ?? '')
}

function closeCodeOf(fault: unknown): number | undefined {
  return typeof fault === 'object' && fault !== null && 'code' in fault ? Number(fault.code) : undefined
}

/** Whether a failed subscription or a closed socket means that the session has ended. */
export function isUnauthorized(fault: unknown): boolean {
  return closeCodeOf(fault) === UNAUTHORIZED || codesOf(fault).includes('SESSION_ENDED')
}

/** Whether a retry makes sense: always for the socket, for an error of the server depending on its code. */
export function isTransient(fault: unknown): boolean {
  if (!Array.isArray(fault)) return true
  return codesOf(fault).some((code) => passing.has(code))
}
