import { afterEach, describe, expect, it, vi } from 'vitest'
import { localClock, type ZoneClock, zoneClock } from './zone-clock.ts'

afterEach(() => vi.unstubAllEnvs())

/** The clock of a zone by its name, and as that of the machine. */
function bothClocks(zone: string): ZoneClock[] {
  vi.stubEnv('TZ', zone)
  const named = zoneClock(zone)
  return named ? [named, localClock] : []
}

const shown = (clock: ZoneClock, at: string) => clock.wall(new Date(at)).toISOString().slice(0, 23)

describe('the wall of a zone', () => {
  it.each([
    ['UTC', '2026-11-22T14:03:11.201Z', '2026-11-22T14:03:11.201'],
    ['Europe/London', '2026-07-01T14:03:11.201Z', '2026-07-01T15:03:11.201'],
    ['Asia/Kathmandu', '2026-11-22T20:00:00.000Z', '2026-11-23T01:45:00.000'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01T00:00:00.000'],
    ['Australia/Lord_Howe', '2026-04-04T15:30:00.000Z', '2026-04-05T02:00:00.000'],
  ])('%s at %s', (zone, at, wall) => {
    for (const clock of bothClocks(zone)) expect(shown(clock, at)).toBe(wall)
  })

  it('is no date for no date, and unknown zones have no clock', () => {
    expect(localClock.wall(NaN).getTime()).toBeNaN()
    expect(localClock.moment(NaN).getTime()).toBeNaN()
    expect(zoneClock('Mars/Olympus')).toBeNull()
  })
})

describe('the moment of a wall', () => {
  it.each([
    ['Europe/Berlin', '2026-11-22T14:03Z', '2026-11-22T13:03:00.000Z'],
    // Skipped by the change to summer time.
    ['Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:30:00.000Z'],
    ['Africa/Cairo', '2026-04-24T00:00Z', '2026-04-23T22:00:00.000Z'],
    // Occurs twice.
    ['Europe/Berlin', '2026-10-25T02:30Z', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30Z', '2026-11-01T05:30:00.000Z'],
    ['Pacific/Apia', '2011-12-31T00:00Z', '2011-12-30T10:00:00.000Z'],
  ])('%s %s', (zone, wall, moment) => {
    for (const clock of bothClocks(zone)) expect(clock.moment(Date.parse(wall)).toISOString()).toBe(moment)
  })

  it('is the inverse of the wall through a year', () => {
    for (const zone of ['Europe/London', 'America/St_Johns', 'Africa/Casablanca'])
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 29 * 3_600_000) {
        const clock = zoneClock(zone)
        const wall = clock?.wall(at).getTime() ?? NaN
        const back = clock?.moment(wall).getTime() ?? NaN
        expect(clock?.wall(back).getTime()).toBe(wall)
      }
  })
})
