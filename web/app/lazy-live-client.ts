import type { LiveClient } from '../realtime/live-client.ts'

/**
 * The live client, loaded and connected with the first subscription, because a page without live data needs
 * neither. After `close` a new subscription loads a new one.
 */
export function createLazyLiveClient(load: () => Promise<LiveClient>): LiveClient {
  let loading: Promise<LiveClient> | null = null

  function loaded(): Promise<LiveClient> {
    const current = (loading ??= load())
    current.catch(() => {
      // The next subscription loads it again.
      if (loading === current) loading = null
    })
    return current
  }

  return {
    subscribe(payload, sink) {
      let ended = false
      let stop: (() => void) | undefined
      loaded().then(
        (live) => {
          if (!ended) stop = live.subscribe(payload, sink)
        },
        (error: unknown) => {
          if (!ended) sink.error(error)
        },
      )
      return () => {
        ended = true
        stop?.()
      }
    },
    retry() {
      void loading?.then((live) => live.retry())
    },
    close() {
      void loading?.then((live) => live.close())
      loading = null
    },
  }
}
