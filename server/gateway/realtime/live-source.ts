/** Where live events come from. */
export interface LiveSource {
  /** Follows a channel until the returned function is called (twice does nothing). */
  subscribe(channel: string, listener: LiveListener): () => void
  /** Whether the realtime service is connected at the moment. */
  state(): 'up' | 'down'
  /** Leaves the service for good; a second call does nothing. */
  close(): void
}

export interface LiveListener {
  /** One event as received; nothing about it has been checked. */
  onEvent(event: string, data: unknown): void
  /**
   * From now on no event is missed. Comes when the channel is first joined and again after every gap;
   * what happened before may have been missed.
   */
  onReady(): void
}
