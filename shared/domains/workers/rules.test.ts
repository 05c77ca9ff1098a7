import { describe, expect, test } from 'vitest'
import { daysLeft, daysLeftText, daysSince, isoDate, workerTitle, workerType } from './rules.ts'

describe('the type of a worker', () => {
  test.each([
    ['Pdf Renderer', 'task.imports.pdfrenderer'],
    ['meta-data_2.0', 'task.imports.metadata20'],
    ['Größe', 'task.imports.gre'],
    ['  A  ', 'task.imports.a'],
  ])('%j becomes its letters and digits in lower case', (name, type) => {
    expect(workerType('imports', name)).toBe(type)
  })

  test.each(['', '   ', '-- _ --', '漢字'])('%j has no letter or digit for a type', (name) => {
    expect(workerType('imports', name)).toBeNull()
  })

  test('needs a team', () => {
    expect(workerType('', 'Pdf')).toBeNull()
  })
})

test.each([
  ['2026-03-02T12:00:00.000Z', 1],
  ['2026-03-02T12:00:00.001Z', 2],
  ['2026-03-01T12:00:00.000Z', 0],
  ['2026-02-27T12:00:00.000Z', -2],
])('a key that expires at %s has %i days left', (expiresAt, days) => {
  expect(daysLeft(expiresAt, Date.parse('2026-03-01T12:00:00.000Z'))).toBe(days)
})

test('the title marks a deleted worker', () => {
  expect(workerTitle({ name: 'Pdf', status: 'deleted' })).toBe('Pdf [deleted]')
  expect(workerTitle({ name: 'Pdf', status: 'active' })).toBe('Pdf')
})

test.each([
  ['2026-03-01T12:00:00.000Z', 0],
  ['2026-02-28T12:00:00.001Z', 0],
  ['2026-02-28T12:00:00.000Z', 1],
  ['2026-02-01T00:00:00.000Z', 28],
  ['2026-03-01T12:00:05.000Z', 0],
])('a worker deleted at %s has been deleted for %i days', (deleted, days) => {
  expect(daysSince(deleted, Date.parse('2026-03-01T12:00:00.000Z'))).toBe(days)
})

test('days left are counted; an expired key says so', () => {
  expect([2, 1, 0, -3].map(daysLeftText)).toEqual(['2 days', '1 day', 'expired', 'expired'])
})

test('a moment in epoch milliseconds, or as text, is shown as an ISO date', () => {
  expect(isoDate(1_772_366_400_000)).toBe('2026-03-01')
  expect(isoDate('2026-03-01T23:59:59.999Z')).toBe('2026-03-01')
})
