import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changedEnd, draftFault, draftOf, intervalText, zoneText } from './date-interval.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => vi.unstubAllEnvs())

const now = new Date('2026-03-11T12:00:00Z')
const open = { from: null, to: null }

describe('the text of the button', () => {
  it.each([
    [open, 'Select dates'],
    [{ from: '2026-03-10T13:03:16.201Z', to: null }, 'From 10 Mar, 14:03'],
    [{ from: null, to: '2025-12-31T22:59:59.999Z' }, 'To 31 Dec 2025, 23:59'],
    [
      { from: '2026-03-10T23:00:00.000Z', to: '2026-03-11T15:05:00.000Z' },
      'From 11 Mar, 00:00 To 11 Mar, 16:05',
    ],
  ])('%o', (interval, text) => {
    expect(intervalText(interval, now)).toBe(text)
  })
})

describe('the fields', () => {
  it('show an interval in local time and keep it to the millisecond', () => {
    const { from, to } = draftOf({ from: '2026-03-10T23:30:16.201Z', to: null })
    expect(from).toEqual({ date: '2026-03-11', hour: 0, minute: 30, moment: '2026-03-10T23:30:16.201Z' })
    expect(to).toEqual({ date: '', hour: 0, minute: 0, moment: null })
  })

  it('a chosen date starts at hour 0; a change by hand sets the seconds to zero', () => {
    const day = changedEnd(draftOf(open).from, { date: '2026-07-01' })
    expect(day.moment).toBe('2026-06-30T22:00:00.000Z')
    const given = draftOf({ from: '2026-03-10T23:30:16.201Z', to: null }).from
    expect(changedEnd(given, { hour: 14 }).moment).toBe('2026-03-11T13:30:00.000Z')
  })

  it('without a date there is no end, whatever the hour', () => {
    expect(changedEnd(draftOf(open).to, { hour: 7 }).moment).toBeNull()
    const given = draftOf({ from: null, to: '2026-03-10T23:30:00.000Z' }).to
    expect(changedEnd(given, { date: '' }).moment).toBeNull()
  })

  it.each([
    ['2026-03-11T13:00:00.000Z', '2026-03-11T12:59:00.000Z', 'From is after To'],
    [
      '2026-03-11T13:00:00.000Z',
      '2026-03-11T13:00:00.000Z',
      'From and To are the same moment: for the whole day, choose To 23:59',
    ],
    ['2026-03-11T13:00:00.000Z', null, null],
    [null, '2026-03-11T13:00:00.000Z', null],
  ])('from %s to %s: %s', (from, to, fault) => {
    expect(draftFault(draftOf({ from, to }))).toBe(fault)
  })
})

it.each([
  ['Europe/Berlin', 'Europe/Berlin (UTC+01:00)'],
  ['America/St_Johns', 'America/St_Johns (UTC-02:30)'],
  ['UTC', 'UTC'],
])('the zone %s is shown as %s', (zone, text) => {
  vi.stubEnv('TZ', zone)
  expect(zoneText(now)).toBe(text)
})
