import type { FormattedExecutionResult } from 'graphql-ws'

/** Where an event stands in its channel; `epoch` changes when the counting begins anew. */
interface Position {
  epoch: string
  offset: number
}

type LiveExtensions = { live?: Partial<Position> & { resync?: boolean; stale?: boolean } } | null | undefined

function liveOf(result: FormattedExecutionResult<unknown, unknown>) {
  return (result.extensions as LiveExtensions)?.live
}

/** Whether a message says that updates were missed and must be read again; it carries no data. */
export function isResync(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return liveOf(result)?.resync === true
}

/** Whether a message says that nothing comes until the next resync: the gateway has lost the realtime service. */
export function isStale(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return liveOf(result)?.stale === true
}

/** Whether a message is only a position or a resync: nothing for the screen in it. */
export function carriesData(result: FormattedExecutionResult<unknown, unknown>): boolean {
  return Boolean(result.errors?.length) || (result.data !== null && result.data !== undefined)
}

/** The place of one subscription in its channel. */
export interface Place {
  /** Whether a message comes in its turn; one that is older than one already seen must not overwrite it. */
  take(result: FormattedExecutionResult<unknown, unknown>): boolean
  /** The last position seen: from here the server continues after a loss. */
  position(): Position | undefined
}

export function createPlace(): Place {
  let last: Position | undefined
  return {
    take(result) {
      const live = liveOf(result)
      if (live?.epoch === undefined || live.offset === undefined) return true
      const late = last !== undefined && last.epoch === live.epoch && live.offset < last.offset
      if (!late) last = { epoch: live.epoch, offset: live.offset }
      return !late
    },
    position: () => last,
  }
}
