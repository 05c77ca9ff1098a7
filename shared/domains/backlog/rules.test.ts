import { expect, it, test } from 'vitest'
import { ageLevel, countStatus, noBacklog } from './rules.ts'

const from = { queued: 2, started: 2, retry: 2 }

test.each([
  ['queued', { queued: 3, started: 2, retry: 2 }],
  ['started', { queued: 1, started: 3, retry: 2 }],
  ['retry', { queued: 2, started: 1, retry: 3 }],
  ['failed', { queued: 2, started: 1, retry: 2 }],
  ['ended', { queued: 2, started: 1, retry: 2 }],
])('%s moves the counts', (status, expected) => expect(countStatus(from, status)).toEqual(expected))

test('no count falls below zero', () => {
  expect(countStatus(noBacklog, 'started')).toEqual({ queued: 0, started: 1, retry: 0 })
  expect(countStatus(noBacklog, 'ended')).toEqual(noBacklog)
})

test.each(['skipped', 'notstarted', '', '__proto__', 'constructor'])('%j is an error', (status) =>
  expect(() => countStatus(noBacklog, status)).toThrow('No backlog rule'),
)

it.each([
  [-5, 'success'],
  [59_999, 'success'],
  [60_000, 'warning'],
  [599_999, 'warning'],
  [600_000, 'danger'],
])('an age of %d ms is a %s', (age, level) => {
  expect(ageLevel(age)).toBe(level)
})
