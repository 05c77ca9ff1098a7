import { act } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { Age } from './backlog-columns.tsx'

const NOW = Date.UTC(2026, 2, 1, 12)

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

/** The age of a task that has waited for `ms`; `drawn` counts the renders. */
function show(ms: number | null) {
  const drawn = vi.fn()
  const since = ms === null ? null : new Date(NOW - ms).toISOString()
  const { container } = renderThemed(
    <Profiler id="age" onRender={drawn}>
      <Age since={since} />
    </Profiler>,
  )
  return {
    level: () => container.querySelector('[data-age]')?.getAttribute('data-age'),
    text: () => container.querySelector('time')?.textContent,
    drawn: () => drawn.mock.calls.length,
    pass: (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms)
      }),
  }
}

it.each([
  [59_200, 'success', 'warning'],
  [599_200, 'warning', 'danger'],
])('changes its level within half a second of the threshold: %i', (ms, before, after) => {
  const { level, pass } = show(ms)
  pass(500)
  expect(level()).toBe(before)
  pass(500)
  expect(level()).toBe(after)
})

it('is not rendered again while its level and its seconds stay', () => {
  const { level, drawn, pass } = show(20_000)
  const before = drawn()
  pass(900)
  expect([level(), drawn()]).toEqual(['success', before])
})

it('has no level when nothing waits', () => {
  expect(show(null).level()).toBe('none')
})

it.each([
  [9_000, 'now'],
  [42_000, '42 s ago'],
  [150_000, '2 m ago'],
  [2 * 3_600_000 + 300_000, '2 h ago'],
])('an age of %i ms has one short unit', (ms, text) => {
  expect(show(ms).text()).toBe(text)
})
