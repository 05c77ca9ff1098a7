import { expect, it } from 'vitest'
import { sumsOf } from './summary-sums.tsx'

const NOW = Date.parse('2026-03-01T10:00:00.000Z')
const task = (name: string, over: { queued?: string; code?: string } = {}) => ({
  name,
  queued: over.queued ?? null,
  why: over.code === undefined ? null : { code: over.code },
})
const none = { running: [], queued: [], failed: [] }

it.each([
  ['nothing', none, 'none runs, none queued, none failed'],
  [
    'one late task of three',
    { ...none, running: [task('a', { code: 'late' }), task('b', { code: 'running' }), task('c')] },
    '3 run, 1 late, none queued, none failed',
  ],
  [
    'the task that waits for longest',
    {
      ...none,
      queued: [
        task('a', { queued: '2026-03-01T09:59:50.000Z' }),
        task('b', { queued: '2026-03-01T09:55:00.000Z' }),
        task('c'),
      ],
    },
    'none runs, 3 queued, the oldest for 5 m, none failed',
  ],
  [
    'the name that failed most',
    { ...none, failed: ['a', 'b', 'b'].map((name) => task(name)) },
    'none runs, none queued, 3 failed, 2 of them in b',
  ],
  [
    'one name',
    { ...none, running: [task('a')], failed: ['b', 'b'].map((name) => task(name)) },
    '1 runs, none queued, 2 failed, all in b',
  ],
  ['single failures', { ...none, failed: [task('a')] }, 'none runs, none queued, 1 failed'],
])('%s', (_what, tasks, expected) => {
  const { running, queued, failed } = sumsOf(tasks, NOW)
  expect([running, queued, failed].join(', ')).toBe(expected)
})
