/** The source of live events. */
export interface LiveSource {
  /** Subscribes to a channel; returns an idempotent function that unsubscribes. */
  subscribe(channel: string, listener: LiveListener): () => void
  /** Whether the realtime service is connected at the moment. */
  state(): 'up' | 'down'
  counters: Readonly<LiveSourceCounters>
  /** Disconnects for good. Idempotent. */
  close(): void
}

/** Counters of the connection to the service; they only grow. */
export interface LiveSourceCounters {
  /** Established connections, with the first one. */
  connections: number
  /** Reported by the service or by the library. */
  errors: number
  /** Channels that the service refused; each is tried again. */
  refusedChannels: number
}

export interface LiveListener {
  /** One event as received, unchecked. */
  onEvent(event: string, data: unknown): void
  /** No event is missed from now on. Called when the channel is first joined and again after every gap. */
  onReady(): void
  /** Events are missed until the next `onReady`, because the service is unavailable. */
  onUnavailable(): void
}
