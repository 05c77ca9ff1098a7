import { screen } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { AliasSection } from './alias-section.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The aliases of a worker that has never polled; `looks` counts the liveness queries. */
function show(notesPolls: boolean) {
  const { calls, fetch } = fakeGateway(() => ({
    body: { errors: [{ message: 'The platform is away' }] },
  }))
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  const worker = {
    id: 'w1',
    name: 'Webcam',
    description: '',
    type: 'task.a.webcam',
    status: 'active',
    teamId: 't1',
    teamName: 'Rail',
    inputs: {},
    outputs: {},
    inputSchema: null,
    version: 1,
    updated: null,
    updatedBy: null,
    aliases: [
      {
        id: 'w1/default',
        name: 'default',
        accessKeyId: null,
        secretAccessKey: null,
        unreadable: null,
        queueUrl: null,
        lastPoll: null,
        notesPolls,
        privateKeys: [],
      },
    ],
  }
  const section = <AliasSection worker={worker} reread={() => undefined} />
  renderRoutes([{ path: '/', element: section }], { at: '/?aliases=true', client })
  const looks = () =>
    calls.filter(({ body }) => (body as { operationName?: string }).operationName === 'WorkerLiveness')
  return { looks }
}

it('polls the liveness of an alias', async () => {
  const { looks } = show(true)
  expect(screen.getByText('Never asked for tasks')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks().length).toBeGreaterThan(0)
})

it('shows nothing and sends no queries where the platform does not record polls', async () => {
  const { looks } = show(false)
  expect(screen.getByText('default')).toBeTruthy()
  expect(screen.queryByText('Never asked for tasks')).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toEqual([])
})
