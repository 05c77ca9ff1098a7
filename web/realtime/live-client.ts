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

/** Whoever listens to one subscription. */
export type LiveSink = Sink<FormattedExecutionResult<Record<string, unknown>, Record<string, unknown>>>

/** The page's one socket for live updates. */
export interface LiveClient {
  /** Begins a subscription and keeps it over every loss of the connection; the answer ends it. */
  subscribe(payload: SubscribePayload, sink: LiveSink): () => void
  /** Closes the socket for good. */
  close(): void
}

export interface LiveClientOptions {
  /** Where the socket leads; the page's own origin by default. */
  url?: string
  /** Called when the gateway says that the session has ended. */
  onUnauthorized?: () => void
  connection?: Store<Connection>
  resync?: Signal
  /** The class of sockets; the page's own by default. */
  webSocketImpl?: unknown
}

/** Keeps the socket a moment after the last subscription, so that going from page to page does not close it. */
const LINGER_MS = 5000
const ACK_WITHIN_MS = 10_000
/** The protocol confirms no subscription: one that was refused before counts as accepted after this long. */
const ACCEPTED_AFTER_MS = 2000

function socketUrl(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`
}

/**
 * The GraphQL socket (graphql-transport-ws). It opens with the first subscription, tries again for ever, notices
 * a half-open connection within 25 s, continues each subscription from where it stood, and raises `resync` whenever
 * updates may have been missed all the same.
 */
export function createLiveClient({
  url = socketUrl(),
  onUnauthorized,
  connection = pageConnection,
  resync = pageResync,
  webSocketImpl,
}: LiveClientOptions = {}): LiveClient {
  const waiting = createRetryDelays()
  const active = new Set<LiveSink>()
  /** Those of the active ones that the server has refused for now: their values may be old. */
  const refused = new Set<LiveSink>()
  /** Those that the gateway has no events for: it has lost the realtime service. */
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
    retryWait: (retries) => waiting.wait(backoffMs(retries)),
    on: {
      connecting: () => show(lost ? 'reconnecting' : 'connecting'),
      connected: () => {
        show('live')
        // What was missed the server sends, or tells to read again; a read that failed meanwhile it knows nothing of.
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
        // Told anew with each beginning, if it is still so.
        stale.clear()
        // Closed for want of subscriptions: nothing is shown live any more, so nothing can be missed.
        lost = active.size > 0 || (event as CloseEvent).code !== 1000
        show(lost ? 'reconnecting' : 'off')
      },
    },
  })

  window.addEventListener('online', waiting.skip)

  function subscribe(payload: SubscribePayload, sink: LiveSink): () => void {
    const place = createPositionTracker()
    // Read at each sending, so that after a loss the server continues from where this subscription stands.
    const resumable = {
      ...payload,
      get extensions() {
        return { ...payload.extensions, live: place.position() }
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
      void waiting.wait(backoffMs(tries++)).then(() => {
        if (active.has(sink)) begin()
      })
    }
    const begin = () => {
      if (refused.has(sink)) timer = setTimeout(accepted, ACCEPTED_AFTER_MS)
      stop = client.subscribe<Record<string, unknown>, Record<string, unknown>>(resumable, {
        next(result) {
          accepted()
          const inTurn = place.advance(result)
          if (isStale(result)) stale.add(sink)
          if (isResync(result)) {
            stale.delete(sink)
            resync.raise()
          }
          show()
          if (carriesData(result) && inTurn) sink.next(result)
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
    close() {
      closed = true
      active.clear()
      refused.clear()
      stale.clear()
      heartbeat.stop()
      window.removeEventListener('online', waiting.skip)
      waiting.skip()
      void client.dispose()
      show('off')
    },
  }
}
