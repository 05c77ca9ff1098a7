import { GLOBAL_TASKS_CHANNEL } from '#shared/realtime/events.ts'
import type { LiveListener, LiveSource } from '#server/gateway/realtime/live-source.ts'

/** The one channel of all accounts' tasks, subscribed once for all accounts that have viewers. */
export function createGlobalTasks(source: LiveSource) {
  const listeners = new Set<LiveListener>()
  let ready = false
  let unsubscribe: (() => void) | null = null

  return {
    subscribe(listener: LiveListener): () => void {
      listeners.add(listener)
      if (ready) listener.onReady()
      unsubscribe ??= source.subscribe(GLOBAL_TASKS_CHANNEL, {
        onReady() {
          ready = true
          for (const each of listeners) each.onReady()
        },
        onUnavailable() {
          ready = false
          for (const each of listeners) each.onUnavailable()
        },
        onEvent(event, data) {
          for (const each of listeners) each.onEvent(event, data)
        },
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size) return
        unsubscribe?.()
        unsubscribe = null
        ready = false
      }
    },
  }
}
