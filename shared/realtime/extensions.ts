/** Where a live message stands in its channel. Offsets of one epoch grow by one; a new epoch starts over. */
export interface LivePosition {
  epoch: string
  offset: number
}

/** "What you show may be out of date: read it again." Sent after every gap. */
export interface LiveResync {
  resync: true
}

/** `extensions` of every live message (contract section 5). A resync carries no data. */
export interface LiveExtensions {
  live: LivePosition | LiveResync
}
