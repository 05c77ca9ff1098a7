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
})

it('a turn is followed by a rest of three times its length; what comes meanwhile goes on after it', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(16)
  speak('b')
  speak('c')
  // The turn ends with the next frame, 16 ms later, and rests for 48.
  await vi.advanceTimersByTimeAsync(63)
  expect(heard).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(18)
  expect(heard).toEqual(['a', 'b', 'c'])
})

it('a page that was held up rests no longer than a second', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(16)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValueOnce(now + 20_000)
  speak('b')
  await vi.advanceTimersByTimeAsync(1050)
  expect(heard).toEqual(['a', 'b'])
})

it('a page that is quiet again shows the next event with the next frame', async () => {
  const { heard, speak } = await listen()
  speak('a')
  await vi.advanceTimersByTimeAsync(500)
  speak('b')
  await vi.advanceTimersByTimeAsync(16)
  expect(heard).toEqual(['a', 'b'])
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
