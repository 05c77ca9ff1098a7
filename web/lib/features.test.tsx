import { act, screen } from '@testing-library/react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { keepFeatures, recallFeatures, useFeature, useOffered } from './features.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

function Page() {
  const isTold = useOffered('audit') !== undefined
  return <p>{useFeature('audit') ? 'Audit' : isTold ? 'Nothing' : 'Untold'}</p>
}

const OWNER = 'user account'

/** A page whose gateway answers these features, one list per read; null fails. */
function open(...answers: (string[] | null)[]) {
  vi.useFakeTimers()
  const { calls, fetch } = fakeGateway(() => {
    const features = answers.length > 1 ? answers.shift() : answers[0]
    if (!features) return { status: 503, body: { code: 'UNAVAILABLE', message: 'Away' } }
    return { body: { data: { capabilities: { __typename: 'Capabilities', version: '1', features } } } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  let gap = () => {}
  recallFeatures(client, OWNER)
  const stop = keepFeatures(client, OWNER, (listener) => {
    gap = listener
    return () => (gap = () => {})
  })
  const { unmount } = renderRoutes([{ path: '/', Component: Page }], { client })
  return {
    calls,
    stop,
    close: unmount,
    gap: () => gap(),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}

it('shows a feature once the platform has told it, by one read for the whole page', async () => {
  const { calls, pass } = open(['audit'])
  expect(screen.getByText('Untold')).toBeTruthy()
  await pass(0)
  expect(screen.getByText('Audit')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

it('reads hourly, after a gap, and soon after a failure, and updates what is shown', async () => {
  const { calls, pass, gap } = open(null, ['audit'], ['invitations'], null, ['audit'])
  await pass(0)
  expect(screen.getByText('Untold')).toBeTruthy()
  await pass(30_000)
  expect(screen.getByText('Audit')).toBeTruthy()
  await pass(60 * 60_000)
  expect(screen.getByText('Nothing')).toBeTruthy()
  gap()
  await pass(0)
  gap()
  await pass(0)
  expect(screen.getByText('Audit')).toBeTruthy()
  expect(calls).toHaveLength(5)
})

it('keeps the features that are known when a later read fails', async () => {
  const { calls, pass, gap } = open(['audit'], null)
  await pass(0)
  gap()
  await pass(0)
  expect(calls).toHaveLength(2)
  expect(screen.getByText('Audit')).toBeTruthy()
})

it('begins with the features of the last visit, also where they cannot be read now', async () => {
  const first = open(['audit'])
  await first.pass(0)
  first.stop()
  first.close()
  const later = open(null, ['invitations'])
  expect(screen.getByText('Audit')).toBeTruthy()
  await later.pass(0)
  expect(screen.getByText('Audit')).toBeTruthy()
  await later.pass(30_000)
  expect(screen.getByText('Nothing')).toBeTruthy()
})

it('reads nothing after it was stopped', async () => {
  const { calls, pass, stop, gap } = open(['audit'])
  await pass(0)
  stop()
  gap()
  await pass(2 * 60 * 60_000)
  expect(calls).toHaveLength(1)
})
