import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { formatRunAddress, parseRunAddress, useRunAddress } from './run-address.ts'

const parse = (query: string) => parseRunAddress(new URLSearchParams(query))

it('is read and written again, the usual values left out', () => {
  const query = '?view=timeline&task=t1&tab=attempts&attempt=4&status=failed&sort=-duration&at=1767225600000'
  expect(parse(query)).toEqual({
    view: 'timeline',
    task: 't1',
    tab: 'attempts',
    attempt: 4,
    status: 'failed',
    sort: { key: 'duration', descending: true },
    at: 1_767_225_600_000,
  })
  expect(formatRunAddress(parse(query))).toBe(query)
  expect(formatRunAddress(parse('?view=graph&task=t1'))).toBe('?task=t1')
})

it.each([
  '?view=map',
  '?tab=toString',
  '?attempt=2',
  '?status=paused',
  '?sort=trace',
  '?at=now',
  '?at=-1',
  '?at=1e99',
  '?task=',
])('ignores %s', (query) => expect(formatRunAddress(parse(query))).toBe(''))

it.each(['0', '-1', '1.5', 'x', '99999999999999999999'])('ignores the attempt %s', (attempt) =>
  expect(parse(`?task=t&attempt=${attempt}`).attempt).toBeNull(),
)

it('keeps every change of one event, and the linked line only with its task', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/?task=t1#log-7']}>{children}</MemoryRouter>
  )
  const { result } = renderHook(() => ({ change: useRunAddress()[1], at: useLocation() }), { wrapper })
  act(() => {
    result.current.change({ view: 'table' })
    result.current.change({ tab: 'why' })
  })
  expect(result.current.at).toMatchObject({ search: '?view=table&task=t1&tab=why', hash: '#log-7' })
  act(() => result.current.change({ task: 't2', tab: null }))
  expect(result.current.at).toMatchObject({ search: '?view=table&task=t2', hash: '' })
})
