import { GLOBAL_TASKS_CHANNEL, type LiveMessage } from '#shared/realtime/events.ts'
import type { TaskCountEventData } from '#shared/domains/tasks/constants.ts'

/** Tells who waits for tasks that some have come; of whichever platform process. */
export interface Arrivals {
  /** Looks through live messages for tasks that were queued. */
  heard(messages: readonly LiveMessage[]): void
  /** Calls the listener once for each type and alias that has new tasks. */
  listen(listener: (type: string, alias: string) => void): void
}

/** The live messages say it all: those of this process come by its publisher, those of others by NOTIFY. */
export function createArrivals(): Arrivals {
  const listeners: ((type: string, alias: string) => void)[] = []
  return {
    heard(messages) {
      const seen = new Set<string>()
      for (const { channel, data } of messages) {
        if (channel !== GLOBAL_TASKS_CHANNEL) continue
        const { type, alias, status } = data as TaskCountEventData
        const key = `${type} ${alias}`
        if (status !== 'queued' || seen.has(key)) continue
        seen.add(key)
        for (const listener of listeners) listener(type, alias)
      }
    },
    listen: (listener) => void listeners.push(listener),
  }
}
