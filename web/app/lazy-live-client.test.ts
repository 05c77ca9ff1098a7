import { expect, it, vi } from 'vitest'
import type { LiveClient } from '../realtime/live-client.ts'
import { createLazyLiveClient } from './lazy-live-client.ts'

const payload = { query: 'subscription S { x }' }
const sink = () => ({ next: vi.fn(), error: vi.fn(), complete: vi.fn() })

function play() {
  const stop = vi.fn()
  const live = { subscribe: vi.fn<LiveClient['subscribe']>(() => stop), retry: vi.fn(), close: vi.fn() }
  return { live, stop, load: vi.fn(() => Promise.resolve<LiveClient>(live)) }
}

it('loads the client once, with the first subscription', async () => {
  const { live, load, stop } = play()
  const lazy = createLazyLiveClient(load)
  expect(load).not.toHaveBeenCalled()
  const end = lazy.subscribe(payload, sink())
  lazy.subscribe(payload, sink())
  await vi.waitFor(() => expect(live.subscribe).toHaveBeenCalledTimes(2))
  expect(load).toHaveBeenCalledTimes(1)
  end()
  expect(stop).toHaveBeenCalledTimes(1)
})

it('does not start a subscription that has ended while the client was loading', async () => {
  const { live, load } = play()
  createLazyLiveClient(load).subscribe(payload, sink())()
  await Promise.resolve()
  await Promise.resolve()
  expect(live.subscribe).not.toHaveBeenCalled()
})

it('reports a client that could not be loaded, and loads it again for the next subscription', async () => {
  const { live, load } = play()
  load.mockRejectedValueOnce(new Error('gone'))
  const lazy = createLazyLiveClient(load)
  const first = sink()
  lazy.subscribe(payload, first)
  await vi.waitFor(() => expect(first.error).toHaveBeenCalledTimes(1))
  lazy.subscribe(payload, sink())
  await vi.waitFor(() => expect(live.subscribe).toHaveBeenCalledTimes(1))
})

it('closes the client that it has loaded', async () => {
  const { live, load } = play()
  const lazy = createLazyLiveClient(load)
  lazy.close()
  lazy.subscribe(payload, sink())
  lazy.close()
  await vi.waitFor(() => expect(live.close).toHaveBeenCalledTimes(1))
})
