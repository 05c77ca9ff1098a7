import { setMaxListeners } from 'node:events'
import { WebSocket } from 'ws'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import operationIds from '#web/lib/operation-ids.json' with { type: 'json' }
import { createSignal, createStore } from '#web/lib/store.ts'
import { createLiveClient } from '#web/realtime/live-client.ts'
import type { Connection } from '#web/realtime/live-status.ts'
import { createReread } from '#web/realtime/reread.ts'
import type { LivePeerOptions } from './live-peer.ts'

/**
 * The run list of an app as a page of the console shows it: with its own live client, and a read after each
 * resync.
 */
export interface LiveBrowser {
  /** The shown rows, by id. */
  rows: Map<string, Row>
  /** Ids and names in the order of their events. */
  events: string[]
  /** The connection states that the page showed, with times of the monotonic clock. */
  states: { state: Connection; at: number }[]
  state(): Connection
  /** Number of resyncs, and the final refusal, if any. */
  resyncs: number
  refused: unknown
  /** Times of its connection attempts. */
  tries: number[]
  /** Times at which reads of the whole list were answered. */
  reads: number[]
  /** Breaks the connection without a close frame, as a network failure does. */
  cut(): void
  /**
   * Breaks the connection and prevents new ones until the network is available; then the page gets an online
   * event.
   */
  offline(on: boolean): void
  close(): void
}

interface Row {
  id: string
  name: string
  status: string
}

export interface LiveBrowserOptions extends LivePeerOptions {
  appId: string
  variables?: Record<string, unknown>
  /** Rows that a read of the list answers; all by default. Many browsers with long lists do nothing but read. */
  perRead?: number
  /** False: does not read the list and shows only events. */
  reads?: boolean
}

/** The client listens there for the online event. */
const page = new EventTarget()
setMaxListeners(0, page)
Object.assign(globalThis, { window: page })
/** No listener is needed there. */
const NOWHERE = 'ws://127.0.0.1:9'

const persisted = (name: keyof typeof operationIds) => ({
  persistedQuery: { version: 1, sha256Hash: operationIds[name] },
})

export function openBrowser({
  url,
  headers,
  appId,
  variables,
  perRead = MAX_PAGE_SIZE,
  reads = true,
}: LiveBrowserOptions): LiveBrowser {
  let socket: WebSocket | null = null
  let offline = false
  const use = (opened: WebSocket) => (socket = opened)
  class PageSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(offline ? NOWHERE : address, protocols, { headers })
      use(this)
      browser.tries.push(performance.now())
      // graphql-ws notices it by the close that follows.
      this.on('error', () => undefined)
    }
  }
  const connection = createStore<Connection>('off')
  const resync = createSignal()
  const client = createLiveClient({ url, connection, resync, webSocketImpl: PageSocket })
  const given = { appId, perPage: 10, ...variables }

  /** Events wait for a pending read, whose answer may be older. */
  let reading = 0
  const waiting: Row[] = []
  const show = (row: Row) => void browser.rows.set(row.id, row)

  async function read(): Promise<void> {
    reading++
    try {
      const answer = await fetch(url.replace('ws', 'http'), {
        method: 'POST',
        headers: { ...headers, 'x-csrf': '1', 'content-type': 'application/json' },
        body: JSON.stringify({
          variables: { ...given, page: 1, perPage: perRead },
          extensions: persisted('WorkqueueList'),
        }),
      })
      const { data } = (await answer.json()) as { data: { workqueues: { rows: Row[] } } | null }
      if (!data) return reread.request()
      browser.rows = new Map(data.workqueues.rows.map((row) => [row.id, row]))
      browser.reads.push(performance.now())
    } catch {
      // The gateway is unavailable: the read is repeated later, as in the page.
      reread.request()
    } finally {
      reading--
      if (!reading) waiting.splice(0).forEach(show)
    }
  }
  const reread = createReread(() => void read())

  const browser: LiveBrowser = {
    rows: new Map(),
    events: [],
    states: [],
    state: connection.get,
    resyncs: 0,
    refused: undefined,
    tries: [],
    reads: [],
    cut: () => socket?.terminate(),
    offline(on) {
      offline = on
      if (on) socket?.terminate()
      else page.dispatchEvent(new Event('online'))
    },
    close() {
      reread.cancel()
      client.close()
    },
  }
  connection.subscribe(() => browser.states.push({ state: connection.get(), at: performance.now() }))
  resync.subscribe(() => {
    browser.resyncs++
    if (reads) reread.request()
  })
  client.subscribe(
    { query: '', variables: given, extensions: persisted('WorkqueueListLive') },
    {
      next({ data }) {
        const { workqueue } = (data as { workqueueList: { workqueue: Row } }).workqueueList
        browser.events.push(`${workqueue.id} ${workqueue.name}`)
        if (reading) waiting.push(workqueue)
        else show(workqueue)
      },
      error: (fault) => (browser.refused = fault),
      complete: () => undefined,
    },
  )
  return browser
}
