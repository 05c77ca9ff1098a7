import { Client, gql, subscriptionExchange } from 'urql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveBatchExchange } from './live-batch.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client with a live source that the test controls, and the results that it has delivered. */
async function listen() {
  const heard: unknown[] = []
  let speak: (text: string) => void = () => undefined
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      liveBatchExchange,
      subscriptionExchange({
        forwardSubscription: () => ({
          subscribe(sink) {
            speak = (text) => sink.next({ data: { text } })
            return { unsubscribe: () => undefined }
          },
        }),
      }),
    ],
  })
  const document = gql<{ text: string }>`
    subscription {
      text
    }
  `
  client.subscription(document, {}).subscribe(({ data }) => heard.push(data?.text))
  // The exchange subscribes to the source in a microtask.
  await vi.advanceTimersByTimeAsync(0)
  return { heard, speak: (text: string) => speak(text) }
}

it('delivers the events of one frame together and in order with the next frame', async () => {
  const { heard, speak } = await listen()
  speak('a')
  speak('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(16)
  expect(heard).toEqual(['a', 'b'])
})

it('waits three times as long as a batch took; events in between are delivered afterwards', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(16)
  speak('b')
  speak('c')
  // The batch ends with the next frame, 16 ms later; the pause takes 48 ms.
  await vi.advanceTimersByTimeAsync(63)
  expect(heard).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(18)
  expect(heard).toEqual(['a', 'b', 'c'])
})

it('pauses for at most a second after a blocked page', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(16)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValueOnce(now + 20_000)
  speak('b')
  await vi.advanceTimersByTimeAsync(1050)
  expect(heard).toEqual(['a', 'b'])
})

it('delivers the next event of an idle page with the next frame', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(500)
  speak('b')
  await vi.advanceTimersByTimeAsync(16)
  expect(heard).toEqual(['a', 'b'])
})

it('delivers events in a hidden page without frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1)
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(249)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual(['a'])
})
