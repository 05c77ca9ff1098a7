import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'urql'
import { expect, it, vi } from 'vitest'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { useTaskFailure } from './task-failure.ts'

const failure = {
  __typename: 'Failure',
  id: 'f1',
  title: 'Timed out',
  state: 'open',
  first: null,
  runs: 2,
  tasks: 4,
  suggestedAlias: null,
}

it('keeps the failure of a task while it cannot be read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  let isAway = false
  const gateway = createFakeGateway({
    Capabilities: () => ({
      capabilities: { __typename: 'Capabilities', version: '1', features: ['failures'] },
    }),
    TaskFailure: () =>
      isAway
        ? { errors: [{ message: 'away' }] }
        : { failures: { __typename: 'FailurePage', rows: [failure] } },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider value={gateway.client}>{children}</Provider>
  )
  const { result, rerender } = renderHook(({ id }) => useTaskFailure(id), {
    wrapper,
    initialProps: { id: 't1' },
  })
  await waitFor(() => expect(result.current).toMatchObject({ id: 'f1', tasks: 4 }))
  isAway = true
  act(() => vi.advanceTimersByTime(15_000))
  await waitFor(() => expect(gateway.callsOf('TaskFailure')).toHaveLength(2))
  await act(async () => {})
  expect(result.current).toMatchObject({ id: 'f1', tasks: 4 })
  rerender({ id: 't2' })
  await waitFor(() => expect(result.current).toBeNull())
  vi.useRealTimers()
})
