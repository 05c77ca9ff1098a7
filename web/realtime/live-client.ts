import { createClient, type FormattedExecutionResult, type Sink, type SubscribePayload } from 'graphql-ws'
import type { Signal, Store } from '../lib/store.ts'
import { backoffMs, createRetryDelays, createHeartbeat, PING_EVERY_MS } from './connection-timers.ts'
import {
  isUnauthorized,
  isTransient,
  carriesData,
  createPositionTracker,
  isResync,
  isStale,
} from './live-message.ts'
import {
  connection as pageConnection,
  failedRead,
  resync as pageResync,
  type Connection,
} from './live-status.ts'

/** The receiver of one subscription. */
export type LiveSink = Sink<FormattedExecutionResult<Record<string, unknown>, Record<string, unknown>>>

/** The one socket of the page for live updates. */
export interface LiveClient {
  /**
   * Starts a subscription and restores it after every loss of the connection; the returned function ends it.
   */
  subscribe(payload: SubscribePayload, sink: LiveSink): () => void
  /** Connects at once if it waits for the next attempt. */
  retry(): void
  /** Closes the socket for good. */
  close(): void
}

export interface LiveClientOptions {
  /** Address of the socket; by default on the page's own origin. */
  url?: string
  /** Called when the gateway reports that the session has ended. */
  onUnauthorized?: () => void
  connection?: Store<Connection>
  resync?: Signal
  /** The WebSocket class; the global one by default. */
  webSocketImpl?: unknown
}

/** Keeps the socket this long after the last subscription, so that changing pages does not close it. */
const LINGER_MS = 5000
const ACK_WITHIN_MS = 10_000
/** The protocol does not confirm subscriptions: a retried one counts as accepted after this time. */
const ACCEPTED_AFTER_MS = 2000

function socketUrl(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`
}

/**
 * The GraphQL socket (graphql-transport-ws). Opens with the first subscription, retries without limit,
 * detects a half-open connection within 25 s, continues each subscription from its last position, and raises
 * `resync` whenever updates may have been missed.
 */
export function createLiveClient({
  url = socketUrl(),
  onUnauthorized,
  connection = pageConnection,
  resync = pageResync,
  webSocketImpl,
}: LiveClientOptions = {}): LiveClient {
  const retryDelays = createRetryDelays()
  const active = new Set<LiveSink>()
  /** Active subscriptions that the server has refused for now: their data may be outdated. */
  const refused = new Set<LiveSink>()
  /** Subscriptions without events, because the gateway has lost the realtime service. */
  const stale = new Set<LiveSink>()
  let socketState: Connection = 'off'
  let lost = false
  let closed = false

  const show = (state: Connection = socketState) => {
    socketState = state
    connection.set(state === 'live' && refused.size + stale.size > 0 ? 'reconnecting' : state)
  }
  const heartbeat = createHeartbeat(() => client.terminate())
  const client = createClient({
    url,
    webSocketImpl,
    lazy: true,
    lazyCloseTimeout: LINGER_MS,
    keepAlive: PING_EVERY_MS,
    connectionAckWaitTimeout: ACK_WITHIN_MS,
    retryAttempts: Infinity,
    shouldRetry: () => !closed,
    retryWait: (retries) => retryDelays.wait(backoffMs(retries)),
    on: {
      connecting: () => show(lost ? 'reconnecting' : 'connecting'),
      connected: () => {
        show('live')
        // The server sends missed events or a resync; it does not know of reads that failed in between.
        if (lost && failedRead.take()) resync.raise()
        lost = false
      },
      ping: (received) => {
        if (!received) heartbeat.pinged()
      },
      pong: (received) => {
        if (received) heartbeat.answered()
      },
      closed: (event) => {
        heartbeat.stop()
        // The server repeats it for each new subscription if it still applies.
        stale.clear()
        // Closed because there are no subscriptions: nothing is shown live, so nothing can be missed.
        lost = active.size > 0 || (event as CloseEvent).code !== 1000
        show(lost ? 'reconnecting' : 'off')
      },
    },
  })

  window.addEventListener('online', retryDelays.skip)
  // The browser keeps a socket open that reaches nothing, until a ping is unanswered.
  window.addEventListener('offline', client.terminate)

  function subscribe(payload: SubscribePayload, sink: LiveSink): () => void {
    const tracker = createPositionTracker()
    // A getter, read at each subscribe, so that the server continues from the last position after a loss.
    const resumable = {
      ...payload,
      get extensions() {
        return { ...payload.extensions, live: tracker.position() }
      },
    }
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: () => void = () => undefined

    const accepted = () => {
      clearTimeout(timer)
      tries = 0
      if (!refused.delete(sink)) return
      show()
      resync.raise()
    }
    const fail = (fault: unknown) => {
      clearTimeout(timer)
      if (!active.has(sink)) return
      if (isUnauthorized(fault)) onUnauthorized?.()
      else if (!isTransient(fault)) return sink.error(fault)
      refused.add(sink)
      show()
      void retryDelays.wait(backoffMs(tries++)).then(() => {
        if (active.has(sink)) begin()
      })
    }
    const begin = () => {
      if (refused.has(sink)) timer = setTimeout(accepted, ACCEPTED_AFTER_MS)
      stop = client.subscribe<Record<string, unknown>, Record<string, unknown>>(resumable, {
        next(result) {
          accepted()
          const inOrder = tracker.advance(result)
          if (isStale(result)) stale.add(sink)
          if (isResync(result)) {
            stale.delete(sink)
            resync.raise()
          }
          show()
          if (carriesData(result) && inOrder) sink.next(result)
        },
        error: fail,
        complete() {
          if (active.has(sink)) sink.complete()
        },
      })
    }
    active.add(sink)
    begin()
    return () => {
      clearTimeout(timer)
      active.delete(sink)
      refused.delete(sink)
      stale.delete(sink)
      show()
      stop()
    }
  }

  return {
    subscribe,
    retry: retryDelays.skip,
    close() {
      closed = true
      active.clear()
      refused.clear()
      stale.clear()
      heartbeat.stop()
      window.removeEventListener('online', retryDelays.skip)
      window.removeEventListener('offline', client.terminate)
      retryDelays.skip()
      // It rejects when the connection that is being opened fails: then there is no socket to close.
      Promise.resolve(client.dispose()).catch(() => show('off'))
      show('off')
    },
  }
}
