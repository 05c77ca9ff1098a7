import { createSharedRun } from '#server/lib/batcher.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { PollerStore, SeenPoller } from './poller-store.ts'

/** Known pollers are stored that often; a new one, or one that comes back, after a moment. */
const STORE_MS = 3000
const SOON_MS = 100
/** A process that has not been heard for that long is forgotten here; its row stays. */
const FORGET_MS = 600_000
/** Names from reports that are kept. */
const MAX_NAMES = 10_000

/** A queue, and the alias that it belongs to. */
export interface PolledQueue {
  aliasId: string
  accountId: string
  type: string
  alias: string
}

/** What a worker process says of itself. */
export interface WorkerProcess {
  hostName: string
  version: string | null
}

/** A call of a worker: what its headers say, and where it comes from. */
export interface WorkerOrigin {
  name: WorkerProcess | null
  source: string
}

export interface Pollers {
  /** A call receives tasks of a queue; it polls until the returned function is called. */
  polls(queue: PolledQueue, call: WorkerOrigin): () => void
  /** A worker is still at work on a task of the queue. */
  works(queue: PolledQueue, call: WorkerOrigin): void
  /** A report has come from this address for a task of the alias: it tells the name of what polls from there. */
  reported(aliasId: string, source: string, name: WorkerProcess | null): void
  start(): void
  /** Stores what has been heard; never rejects. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Known extends SeenPoller {
  /** Its calls that wait for tasks now. */
  waiting: number
}

interface PollerParts {
  store: PollerStore
  clock: Clock
  log: Logger
}

/** The worker processes that poll at this process of the platform, in memory, stored every few seconds. */
export function createPollers({ store, clock, log }: PollerParts): Pollers {
  const known = new Map<string, Known>()
  const changed = new Set<Known>()
  /** By alias and address: the name in the latest report. */
  const names = new BoundedMap<string, WorkerProcess>(MAX_NAMES)
  let replaced: SeenPoller[] = []
  let timer: NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null

  const keyOf = (aliasId: string, { hostName, version }: WorkerProcess) =>
    `${aliasId}\n${hostName}\n${version ?? ''}`

  function pollerOf({ aliasId, accountId, type, alias }: PolledQueue, { name, source }: WorkerOrigin): Known {
    const named = name ?? names.get(`${aliasId}\n${source}`) ?? { hostName: source, version: null }
    const key = keyOf(aliasId, named)
    const now = clock.now()
    let poller = known.get(key)
    if (!poller) {
      const times = { firstPoll: now, lastPoll: now, lastSeen: now }
      known.set(key, (poller = { accountId, type, alias, ...named, ...times, waiting: 0 }))
      storeSoon()
    } else if (now - poller.lastSeen >= POLLED_MS) {
      poller.firstPoll = now
      storeSoon()
    }
    poller.lastSeen = now
    changed.add(poller)
    return poller
  }

  function storeSoon(): void {
    soon ??= setTimeout(() => {
      soon = null
      void flush()
    }, SOON_MS)
    soon.unref()
  }

  /** What was heard before a call is stored when it ends. */
  const flush = createSharedRun(storeAll)

  async function storeAll(): Promise<void> {
    const now = clock.now()
    for (const [key, poller] of known) {
      if (poller.waiting > 0) {
        poller.lastPoll = poller.lastSeen = now
        changed.add(poller)
      } else if (now - poller.lastSeen > FORGET_MS) known.delete(key)
    }
    const [rows, gone] = [[...changed], replaced]
    changed.clear()
    replaced = []
    try {
      if (rows.length > 0) await store.save(rows, now)
      if (gone.length > 0) await store.remove(gone)
    } catch (error) {
      for (const row of rows) changed.add(row)
      replaced.push(...gone)
      log.warn({ err: toError(error) }, 'the pollers of queues could not be stored, trying again')
    }
  }

  return {
    polls(queue, call) {
      const poller = pollerOf(queue, call)
      poller.lastPoll = poller.lastSeen
      poller.waiting++
      let ended = false
      return () => {
        if (ended) return
        ended = true
        poller.waiting--
        poller.lastPoll = poller.lastSeen = clock.now()
        changed.add(poller)
      }
    },
    works(queue, call) {
      pollerOf(queue, call)
    },
    reported(aliasId, source, name) {
      const poller = name && known.get(keyOf(aliasId, name))
      if (poller) {
        poller.lastSeen = clock.now()
        changed.add(poller)
      }
      if (!name) return
      const place = `${aliasId}\n${source}`
      names.set(place, name)
      const byAddress = keyOf(aliasId, { hostName: source, version: null })
      const nameless = known.get(byAddress)
      if (!nameless || name.hostName === source) return
      // Its next poll is that of the named process.
      known.delete(byAddress)
      changed.delete(nameless)
      replaced.push(nameless)
    },
    start() {
      timer = setInterval(() => void flush(), STORE_MS)
      timer.unref()
    },
    flush,
    async stop() {
      if (timer) clearInterval(timer)
      if (soon) clearTimeout(soon)
      await flush()
    },
  }
}
