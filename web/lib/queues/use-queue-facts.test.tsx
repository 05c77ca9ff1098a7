import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { useQueueFacts } from './use-queue-facts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const queueOf = (code: string) => ({
  __typename: 'Queue',
  type: 'task.a.b',
  alias: 'default',
  polling: 0,
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
    const queues = operationName === 'RunQueues' ? [queueOf(codes.shift() ?? 'idle')] : undefined
    return { body: { data: { capabilities, queues } } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  function Page() {
    const [asked, setAsked] = useState(true)
    const queues = useQueueFacts(asked)
    const text = queues?.get('task.a.b default')?.verdict ?? 'not known'
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

it('makes no call without the feature', async () => {
  const { reads } = open([], ['stats'])
  await screen.findByText('not known')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(reads()).toBe(0)
})
