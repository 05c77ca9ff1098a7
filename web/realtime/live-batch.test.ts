import { Client, gql, subscriptionExchange } from 'urql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveBatchExchange } from './live-batch.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client with a live source that the test speaks through, and what of it has come out. */
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
  // The source is asked in a microtask.
  await vi.advanceTimersByTimeAsync(0)
  return { heard, speak: (text: string) => speak(text) }
}

it('events of one frame go on together, in their order, when the next begins', async () => {
  const { heard, speak } = await listen()
  speak('a')
  speak('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(16)
  expect(heard).toEqual(['a', 'b'])
  speak('c')
  await vi.advanceTimersByTimeAsync(16)
  expect(heard).toEqual(['a', 'b', 'c'])
})

it('in a page without frames they go on too', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1)
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(249)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual(['a'])
})
