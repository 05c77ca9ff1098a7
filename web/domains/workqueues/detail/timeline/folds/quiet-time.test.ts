import { expect, it } from 'vitest'
import type { TimelineAttempt } from '../attempts.ts'
import type { Domain } from '../domain.ts'
import { timeScale } from '../scale.ts'
import { attempt } from '../test-bed.tsx'
import { withQuietFolds } from './quiet-time.ts'

const run = (...times: Parameters<typeof attempt>[0][]) =>
  new Map<string, readonly TimelineAttempt[]>(times.map((each, index) => [`t-${index}`, [attempt(each)]]))
const domainTo = (to: number, over: Partial<Domain> = {}): Domain => ({
  from: 0,
  to,
  gaps: [],
  usualEnd: null,
  ...over,
})

// Two tasks of 1 and 2 s, and one that has taken 100 s since.
const squeezed = run([0, 0, 1000], [1000, 1000, 3000], [3000, 3000, 103_000])

it('folds the time in which only one long task runs, and leaves its begin and its end', () => {
  const { to, gaps } = withQuietFolds(domainTo(103_000), squeezed, null)
  expect(to).toBe(103_000)
  expect(gaps).toEqual([{ from: 3300, to: 102_700, after: 3000 }])
  const scale = timeScale({ from: 0, to }, gaps, { width: 300, foldWidth: 30 })
  expect(scale.x(1000)).toBeGreaterThan(70)
})

it('of a run under way ends soon after now, whatever is usual later', () => {
  const going = run([0, 0, 1000], [1000, 1000, 3000], [3000, 3000])
  const { to, gaps } = withQuietFolds(domainTo(150_000), going, 103_000)
  expect(to).toBe(103_300)
  // Fails when what runs for 100 s looks shorter than what took 3 s.
  expect(gaps).toEqual([{ from: 6000, to: 102_700, after: 3000 }])
  const passed = { from: 5000, to: 6000 }
  expect(withQuietFolds(domainTo(150_000, { usualEnd: passed }), going, 103_000).gaps).toEqual(gaps)
  const usualEnd = { from: 120_000, to: 130_000 }
  expect(withQuietFolds(domainTo(150_000, { usualEnd }), going, 103_000).to).toBeGreaterThan(120_000)
})

it('keeps idle folds, and folds no time twice', () => {
  const restarted = run([0, 0, 1000], [1000, 1000, 3000], [900_000, 900_000, 1_000_000])
  const idle = { from: 3000, to: 900_000 }
  const { gaps } = withQuietFolds(domainTo(1_000_000, { gaps: [idle] }), restarted, null)
  expect(gaps).toEqual([idle, { from: 900_300, to: 999_700, after: 900_000 }])
})

it('folds nothing where all can be read, nor where there is nothing to make room for', () => {
  const even = domainTo(40_000)
  expect(withQuietFolds(even, run([0, 0, 10_000], [10_000, 10_000, 40_000]), null)).toBe(even)
  const alone = domainTo(100_000)
  expect(withQuietFolds(alone, run([0, 10, 100_000]), null)).toBe(alone)
})
