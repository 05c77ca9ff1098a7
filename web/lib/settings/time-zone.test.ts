import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatBothZones, formatExact, formatMoment } from '#web/ui/time/moment.tsx'
import { changedEnd, draftOf, zoneText } from '#web/ui/time/date-interval.ts'
import { preferences } from './preferences.ts'
import { browserZone, isSameDay, otherZone, shownZone } from './time-zone.ts'

const at = new Date('2026-11-22T23:30:11.000Z')
const now = new Date('2026-11-22T12:00:00.000Z')

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => {
  preferences.keep('u1', { timeZone: null })
  localStorage.clear()
  vi.unstubAllEnvs()
})

it('is that of the browser until another one is chosen', () => {
  expect([shownZone(), otherZone(), formatBothZones(at)]).toEqual(['Europe/Berlin', null, null])
  expect(formatExact(at, now)).toBe('23 Nov, 00:30:11')
  expect(isSameDay(at, now)).toBe(false)
  preferences.keep('u1', { timeZone: 'America/New_York' })
  expect([shownZone(), otherZone()]).toEqual(['America/New_York', 'Europe/Berlin'])
  expect(formatMoment(at, now)).toBe('18:30')
  expect(formatBothZones(at)).toBe('22 Nov 2026, 18:30:11 America/New_York, 23 Nov, 00:30:11 Europe/Berlin')
  expect(zoneText(at)).toBe('America/New_York (UTC-05:00)')
})

it('is that of the browser where the chosen one is the same, or unknown here', () => {
  preferences.keep('u1', { timeZone: 'Europe/Berlin' })
  expect(otherZone()).toBeNull()
  preferences.keep('u1', { timeZone: 'Mars/Olympus' })
  expect([shownZone(), formatBothZones(at)]).toEqual(['Europe/Berlin', null])
})

it('is that of the fields of an interval', () => {
  preferences.keep('u1', { timeZone: 'Asia/Tokyo' })
  const { from } = draftOf({ from: at.toISOString(), to: null })
  expect([from.date, from.hour, from.minute]).toEqual(['2026-11-23', 8, 30])
  expect(changedEnd(from, { hour: 0 }).moment).toBe('2026-11-22T15:30:00.000Z')
})

it('is asked of the browser once for many times, and again when its clock has changed', () => {
  const asked = vi.spyOn(Intl, 'DateTimeFormat')
  for (let time = 0; time < 300; time++) shownZone()
  expect(asked.mock.calls.length).toBeLessThan(3)
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(browserZone()).toBe('Asia/Tokyo')
})
