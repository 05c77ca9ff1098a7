/** Where a live message stands in its channel. Offsets of one epoch grow by one; a new epoch starts over. */
export interface LivePosition {
  epoch: string
  offset: number
}

/**
 * `extensions` of every live message (contract section 5). With `resync`: "what you show may be out of date, read it
 * again"; with `stale`: "nothing will come for now, the realtime service is away", until a resync says that it is back.
 * Such messages carry no data. A client that subscribes anew sends its last position the same way.
 */
export interface LiveExtensions {
  live: LivePosition & { resync?: true; stale?: true }
}
