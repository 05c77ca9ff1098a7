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
  ['nothing', none, ''],
  [
    'one late task of three',
    { ...none, running: [task('a', { code: 'late' }), task('b', { code: 'running' }), task('c')] },
    '1 late',
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
    'oldest queued for 5 m',
  ],
  [
    'the name that failed most',
    { ...none, failed: ['a', 'b', 'b'].map((name) => task(name)) },
    '2 failures in b',
  ],
  [
    'one name',
    { ...none, running: [task('a')], failed: ['b', 'b'].map((name) => task(name)) },
    'all failures in b',
  ],
  ['single failures', { ...none, failed: [task('a')] }, ''],
])('%s', (_what, tasks, expected) => {
  const { late, oldest, worst } = sumsOf(tasks, NOW)
  expect([late, oldest, worst].filter(Boolean).join(', ')).toBe(expected)
})
