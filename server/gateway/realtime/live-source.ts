/** Where live events come from. */
export interface LiveSource {
  /** Follows a channel until the returned function is called (twice does nothing). */
  subscribe(channel: string, listener: LiveListener): () => void
  /** Whether the realtime service is connected at the moment. */
  state(): 'up' | 'down'
  counters: Readonly<LiveSourceCounters>
  /** Leaves the service for good; a second call does nothing. */
  close(): void
}

/** Counters of the connection to the service; they only grow. */
export interface LiveSourceCounters {
  /** Established, the first one included. */
  connections: number
  /** Told by the service or by the library. */
  errors: number
  /** Channels that the service would not let us join; each is tried again. */
  refusedChannels: number
}

export interface LiveListener {
  /** One event as received; nothing about it has been checked. */
  onEvent(event: string, data: unknown): void
  /**
   * From now on no event is missed. Comes when the channel is first joined and again after every gap;
   * what happened before may have been missed.
   */
  onReady(): void
  /** Events are being missed until the next `onReady`: the service is away. */
  onUnavailable(): void
}
