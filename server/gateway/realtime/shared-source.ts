import type { LiveListener, LiveSource } from './live-source.ts'

interface SharedChannel {
  listeners: Set<LiveListener>
  ready: boolean
  unsubscribe: () => void
}

/** The same source, whose listeners of one channel share one subscription of the service. */
export function createSharedSource(source: LiveSource): LiveSource {
  const channels = new Map<string, SharedChannel>()

  function open(name: string): SharedChannel {
    const listeners = new Set<LiveListener>()
    const channel: SharedChannel = { listeners, ready: false, unsubscribe: () => {} }
    channels.set(name, channel)
    const each = (tell: (listener: LiveListener) => void) => [...listeners].forEach(tell)
    channel.unsubscribe = source.subscribe(name, {
      onReady() {
        channel.ready = true
        each((listener) => listener.onReady())
      },
      onUnavailable() {
        channel.ready = false
        each((listener) => listener.onUnavailable())
      },
      onEvent: (event, data) => each((listener) => listener.onEvent(event, data)),
    })
    return channel
  }

  return {
    counters: source.counters,
    state: source.state,
    close: source.close,
    subscribe(name, listener) {
      const channel = channels.get(name) ?? open(name)
      channel.listeners.add(listener)
      if (channel.ready) listener.onReady()
      return () => {
        if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return
        if (channels.get(name) === channel) channels.delete(name)
        channel.unsubscribe()
      }
    },
  }
}
