import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { gql, Provider, useSubscription } from 'urql'
import { expect, it } from 'vitest'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { useLastRead } from './use-last-read.ts'

const runsQuery = gql<{ runs: { id: string; status: string }[] }>`
  query Runs {
    runs {
      id
      status
    }
  }
`
const runSubscription = gql`
  subscription RunLive {
    run {
      id
      status
    }
  }
`
const noVariables = {}
const run = (status: string) => ({ __typename: 'Run', id: 'r1', status })

it('an answer counts also where the cache has answered before', async () => {
  let answer: object = { runs: [run('started')] }
  const { client, callsOf } = createFakeGateway({ Runs: () => answer })
  const wrapper = ({ children }: { children: ReactNode }) => <Provider value={client}>{children}</Provider>
  const open = () => renderHook(() => useLastRead(runsQuery, noVariables), { wrapper })
  const first = open()
  await waitFor(() => expect(first.result.current.readAt).not.toBeNull())
  first.unmount()
  answer = { errors: [{ message: 'Service Unavailable' }] }
  const { result } = open()
  expect(result.current.data?.runs).toHaveLength(1)
  await waitFor(() => expect(result.current.error?.message).toContain('Service Unavailable'))
  expect(result.current.readAt).toBeNull()
  answer = { runs: [run('failed')] }
  act(() => result.current.rereadInBackground())
  await waitFor(() => expect(result.current.error).toBeUndefined())
  await waitFor(() => expect(result.current.readAt).not.toBeNull())
  expect(callsOf('Runs')).toHaveLength(3)
  const { result: again } = open()
  expect(again.current.data?.runs[0]?.status).toBe('failed')
  await waitFor(() => expect(again.current.readAt).not.toBeNull())
})

it('a live event does not end a failure: only an answer does', async () => {
  let answer: object = { runs: [run('started')] }
  const gateway = createFakeGateway({ Runs: () => answer })
  const { result } = renderHook(
    () => {
      useSubscription({ query: runSubscription })
      return useLastRead(runsQuery, noVariables)
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider value={gateway.client}>{children}</Provider>
      ),
    },
  )
  await waitFor(() => expect(result.current.readAt).not.toBeNull())
  const { readAt } = result.current
  answer = { errors: [{ message: 'Service Unavailable' }] }
  act(() => result.current.rereadInBackground())
  await waitFor(() => expect(result.current.error?.message).toContain('Service Unavailable'))

  act(() => gateway.send('RunLive', { run: run('failed') }))
  await waitFor(() => expect(result.current.data?.runs[0]?.status).toBe('failed'))
  expect(result.current.error?.message).toContain('Service Unavailable')
  expect(result.current.readAt).toBe(readAt)

  answer = { runs: [run('failed')] }
  act(() => result.current.rereadInBackground())
  await waitFor(() => expect(result.current.error).toBeUndefined())
  expect(result.current.readAt).toBeGreaterThanOrEqual(readAt!)
})
