import type { LiveMessage } from '#shared/realtime/events.ts'
import type { LivePublisher } from '../engine/types.ts'
import { coalesce } from './coalesce.ts'
import type { OutboxRow } from './notify.ts'

export interface Publisher extends LivePublisher {
  /** Delivers what another platform process has committed. */
  received(rows: OutboxRow[]): void
  /** Delivers all waiting messages at once. */
  flush(): void
}

export interface PublisherOptions {
  /** Delivers messages to the clients, in order. */
  deliver(messages: LiveMessage[]): void
  /** Receives this process's outbox rows whose messages are delivered. */
  published(outboxIds: string[]): void
  /**
   * Other processes write the same runs: every row waits this long for rows that were committed before it and
   * arrive later. Absent: this process is the only one.
   */
  hold?: { ms: number; now(): number }
}

interface Waiting {
  /** Id of its outbox row; 0 without one. */
  id: bigint
  since: number
  messages: LiveMessage[]
}

/**
 * Collects committed messages until setImmediate and then delivers them, joined row by row. No timer: a
 * single message is sent at once, and the busier the process, the more messages are joined. With other
 * processes rows are sent in the order of their ids, which is that of the writes of each run.
 */
export function createPublisher({ deliver, published, hold }: PublisherOptions): Publisher {
  let waiting: Waiting[] = []
  let outboxIds: string[] = []
  let scheduled = false

  function flush(): void {
    scheduled = false
    pass(hold ? waiting.sort(byId) : waiting)
    waiting = []
  }

  /** Delivers messages that have waited long enough, and everything before them. */
  function release(): void {
    scheduled = false
    const ripe = (hold?.now() ?? 0) - (hold?.ms ?? 0)
    let last = -1n
    for (const { id, since } of waiting) if (since <= ripe && id > last) last = id
    const due = waiting.filter(({ id }) => id <= last)
    waiting = waiting.filter(({ id }) => id > last)
    pass(due.sort(byId))
    if (waiting.length > 0) schedule()
  }

  function pass(due: readonly Waiting[]): void {
    const ids = outboxIds
    outboxIds = []
    if (due.length) deliver(coalesce(due.flatMap(({ messages }) => messages)))
    if (ids.length) published(ids)
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    if (hold) setTimeout(release, hold.ms / 2)
    else setImmediate(flush)
  }

  function take(id: string | null, messages: LiveMessage[]): void {
    waiting.push({ id: BigInt(id ?? 0), since: hold?.now() ?? 0, messages })
    schedule()
  }

  return {
    committed(outboxId, messages) {
      if (outboxId !== null && hold) published([outboxId])
      else if (outboxId !== null) outboxIds.push(outboxId)
      take(outboxId, messages)
    },
    received(rows) {
      for (const { id, messages } of rows) take(id, messages)
    },
    flush,
  }
}

const byId = (one: Waiting, other: Waiting) => (one.id < other.id ? -1 : 1)
