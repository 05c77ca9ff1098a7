import type { LiveMessage } from '../../../shared/realtime/events.ts'
import type { LivePublisher } from '../engine/types.ts'
import { coalesce } from './coalesce.ts'

export interface Publisher extends LivePublisher {
  /** Passes on messages that another platform process has committed. */
  received(messages: LiveMessage[]): void
  /** Passes on at once what waits for the end of the turn. */
  flush(): void
}

export interface PublisherOptions {
  /** Hands messages to the viewers, in order. */
  deliver(messages: LiveMessage[]): void
  /** Told the outbox rows whose messages have been handed over. */
  published(outboxIds: string[]): void
}

/**
 * Collects what was committed during one turn of the event loop and passes it on at its end, joined row by row.
 * No timer: a lone message leaves at once, and the busier the process, the more a turn joins.
 */
export function createPublisher({ deliver, published }: PublisherOptions): Publisher {
  let waiting: LiveMessage[] = []
  let outboxIds: string[] = []
  let scheduled = false

  function flush(): void {
    scheduled = false
    const [messages, ids] = [waiting, outboxIds]
    waiting = []
    outboxIds = []
    if (messages.length) deliver(coalesce(messages))
    if (ids.length) published(ids)
  }

  function take(messages: LiveMessage[]): void {
    for (const message of messages) waiting.push(message)
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  return {
    committed(outboxId, messages) {
      if (outboxId !== null) outboxIds.push(outboxId)
      take(messages)
    },
    received: take,
    flush,
  }
}
