import { expect, it, vi } from 'vitest'
import { queueColumns } from './queue-columns.tsx'

const shown = (givenUp: number, sorted = 'queued') =>
  queueColumns({ isCards: false, givenUp, open: null, sorted, toggle: vi.fn() })
    .filter(({ noRoom }) => !noRoom)
    .map(({ key }) => key)
    .join()

it('the trend gives way first, then times and retries, and never the verdict and the pollers', () => {
  expect(shown(0)).toBe('type,alias,retry,queued,started,oldestQueued,oldestStarted,verdict,trend,pollers')
  expect(shown(1)).toBe('type,alias,retry,queued,started,oldestQueued,oldestStarted,verdict,pollers')
  expect(shown(3)).toBe('type,alias,queued,started,oldestQueued,verdict,pollers')
  expect(shown(4)).toBe('type,alias,queued,started,verdict,pollers')
})

it('the column that the rows are sorted by stays', () =>
  expect(shown(4, 'oldestStarted')).toBe('type,alias,queued,oldestStarted,verdict,pollers'))
