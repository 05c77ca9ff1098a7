import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { useQueueFacts } from './use-queue-facts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** In place of a verdict: the read fails. */
const FAILS = 'fails'

const queueOf = (code: string) => ({
  __typename: 'Queue',
  type: 'task.a.b',
  alias: 'default',
  polling: 0,
  pollers: [],
  rateOut: null,
  line: [],
  lastPollAt: null,
  oldestQueued: null,
  lastStartedAt: null,
  verdict: { __typename: 'QueueVerdict', code },
})

/** A component that asks while its button is pressed. */
function open(codes: string[], features = ['queues']) {
  const { calls, fetch } = fakeGateway((_method, _path, body) => {
    const { operationName } = body as { operationName: string }
    const capabilities = { __typename: 'Capabilities', version: '1', features }
    const code = operationName === 'RunQueues' ? (codes.shift() ?? 'idle') : undefined
    if (code === FAILS) return { body: { errors: [{ message: 'the platform is away' }] } }
    return { body: { data: { capabilities, queues: code && [queueOf(code)] } } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  function Page() {
    const [asked, setAsked] = useState(true)
    const { queues, staleSince } = useQueueFacts(asked)
    const known = queues?.get('task.a.b default')?.verdict ?? 'not known'
    const text = staleSince === null ? known : `${known}, stale`
    return <button onClick={() => setAsked(!asked)}>{text}</button>
  }
  renderRoutes([{ path: '/', Component: Page }], { client })
  const reads = () =>
    calls.filter(({ body }) => (body as { operationName: string }).operationName === 'RunQueues').length
  return { reads }
}

it('reads the queues again every 5 seconds while a task waits', async () => {
  const { reads } = open(['nobody', 'steady'])
  await screen.findByText('nobody')
  act(() => void vi.advanceTimersByTime(5000))
  const button = await screen.findByText('steady')
  act(() => button.click())
  await screen.findByText('not known')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(reads()).toBe(2)
})

// Fails when a read that fails takes back why a run waits.
it('keeps the queues while reads fail, and says that they are old', async () => {
  open(['nobody', FAILS, 'steady'])
  await screen.findByText('nobody')
  act(() => void vi.advanceTimersByTime(5000))
  await screen.findByText('nobody, stale')
  act(() => void vi.advanceTimersByTime(5000))
  expect(await screen.findByText('steady')).toBeTruthy()
})

it('makes no call without the feature', async () => {
  const { reads } = open([], ['stats'])
  await screen.findByText('not known')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(reads()).toBe(0)
})
