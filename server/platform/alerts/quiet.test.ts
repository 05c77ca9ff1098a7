import { expect, test } from 'vitest'
import { quietEnd } from './quiet.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/London' }
const endAt = (quiet: typeof night, now: string) => {
  const end = quietEnd(quiet, Date.parse(now))
  return end === null ? null : new Date(end).toISOString()
}

test.each([
  [night, '2026-01-10T21:59:59Z', null],
  [night, '2026-01-10T22:00:00Z', '2026-01-11T07:00:00.000Z'],
  [night, '2026-01-11T06:59:59Z', '2026-01-11T07:00:00.000Z'],
  [night, '2026-01-11T07:00:00Z', null],
  // In summer London is an hour ahead; the clocks change in the night to 29 March and in that to 25 October.
  [night, '2026-07-10T21:00:00Z', '2026-07-11T06:00:00.000Z'],
  [night, '2026-03-28T23:30:00Z', '2026-03-29T06:00:00.000Z'],
  [night, '2026-10-24T22:30:00Z', '2026-10-25T07:00:00.000Z'],
  // In Berlin the clocks skip from 2:00 to 3:00, so that there is no 2:30.
  [
    { from: '22:00', to: '02:30', timeZone: 'Europe/Berlin' },
    '2026-03-28T23:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    { from: '22:00', to: '02:30', timeZone: 'Europe/Berlin' },
    '2026-03-29T00:30:20Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [{ from: '12:00', to: '13:00', timeZone: 'UTC' }, '2026-01-10T12:30:00Z', '2026-01-10T13:00:00.000Z'],
  [{ from: '12:00', to: '13:00', timeZone: 'UTC' }, '2026-01-10T13:30:00Z', null],
])('%j at %s ends at %s', (quiet, now, end) => {
  expect(endAt(quiet, now)).toBe(end)
})

test('without quiet hours nothing is held', () => {
  expect(quietEnd(null, 0)).toBe(null)
})
