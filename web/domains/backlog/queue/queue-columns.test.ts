import { expect, it, vi } from 'vitest'
import type { BacklogListRow } from '../sort-backlog.ts'
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

it('as a card a queue in which nothing happens has its verdict', () => {
  const queue = { verdict: { code: 'idle', text: 'idle' } }
  const row = { queue, queued: 0, started: 0, retry: 0 } as unknown as BacklogListRow
  const columns = queueColumns({ isCards: true, givenUp: 0, open: null, sorted: 'queued', toggle: vi.fn() })
  expect(columns.find(({ key }) => key === 'verdict')!.render(row)).not.toBeNull()
})

it('the times leave room for the names of types', () => {
  const columns = queueColumns({ isCards: false, givenUp: 0, open: null, sorted: 'queued', toggle: vi.fn() })
  const widths = columns.filter(({ key }) => key.startsWith('oldest')).map(({ width }) => width)
  expect(widths).toEqual(['108px', '108px'])
})
