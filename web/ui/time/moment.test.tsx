import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UNKNOWN_MOMENT } from '#shared/lib/time-text.ts'
import { ExactTime, RelativeTime } from './moment.tsx'

it.each([
  ['none', null, '--'],
  ['one that the platform has not answered', UNKNOWN_MOMENT, '--'],
  ['a moment', new Date().toISOString(), /^\d+ \w+, [\d:]+now$/],
])('of %s', (_which, value, text) => {
  const { container } = render(
    <>
      <ExactTime value={value} />
      <RelativeTime value={value} />
    </>,
  )
  expect(container.textContent).toMatch(text)
})

it('tells the seconds of a young moment without a delay, and the minutes of others by the slow clock', () => {
  vi.useFakeTimers()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const { container } = render(
    <>
      <RelativeTime value={ago(19)} /> <RelativeTime value={ago(119)} />
    </>,
  )
  expect(container.textContent).toBe('10 seconds ago 1 minute ago')
  act(() => void vi.advanceTimersByTime(1500))
  expect(container.textContent).toBe('20 seconds ago 1 minute ago')
  act(() => void vi.advanceTimersByTime(9000))
  expect(container.textContent).toBe('20 seconds ago 2 minutes ago')
  vi.useRealTimers()
})
