import { afterEach, describe, expect, it, vi } from 'vitest'
import { datePresets, lastDays, presetInterval, type DatePreset } from './date-presets.ts'

afterEach(() => vi.unstubAllEnvs())

/** Runs in a time zone; the moment is local time there. */
function inZone(zone: string, local: string) {
  vi.stubEnv('TZ', zone)
  const now = new Date(local)
  const interval = (preset: DatePreset) => {
    const { from, to } = presetInterval(preset, now)
    return [from, to]
  }
  return { now, interval }
}

describe('presets', () => {
  it('are six, in this order', () => {
    expect(datePresets).toEqual([
      'Last Hour',
      'Last 2 Hours',
      'Today',
      'Yesterday',
      'Current Week',
      'Last Week',
    ])
  })

  it.each([
    ['Last Hour', '2026-03-11T13:03:16.201Z', '2026-03-11T14:03:16.201Z'],
    ['Last 2 Hours', '2026-03-11T12:03:16.201Z', '2026-03-11T14:03:16.201Z'],
    ['Today', '2026-03-11T00:00:00.000Z', '2026-03-11T23:59:59.999Z'],
    ['Yesterday', '2026-03-10T00:00:00.000Z', '2026-03-10T23:59:59.999Z'],
    ['Current Week', '2026-03-09T00:00:00.000Z', '2026-03-15T23:59:59.999Z'],
    ['Last Week', '2026-03-02T00:00:00.000Z', '2026-03-08T23:59:59.999Z'],
  ] as const)('%s on a Wednesday', (preset, from, to) => {
    expect(inZone('UTC', '2026-03-11T14:03:16.201').interval(preset)).toEqual([from, to])
  })

  it.each([
    ['Asia/Kolkata', '2026-03-10T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
    ['America/Los_Angeles', '2026-03-11T07:00:00.000Z', '2026-03-12T06:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-03-10T10:00:00.000Z', '2026-03-11T09:59:59.999Z'],
  ])('a day is the local one in %s', (zone, from, to) => {
    expect(inZone(zone, '2026-03-11T00:30:00').interval('Today')).toEqual([from, to])
  })

  it.each(['2026-03-09T00:00:00', '2026-03-15T23:59:59.999'])('the week of %s begins on Monday', (local) => {
    const { interval } = inZone('Europe/Berlin', local)
    expect(interval('Current Week')).toEqual(['2026-03-08T23:00:00.000Z', '2026-03-15T22:59:59.999Z'])
    expect(interval('Last Week')).toEqual(['2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z'])
  })
})

describe('where clocks change', () => {
  it('the short day has 23 hours and the long one 25', () => {
    expect(inZone('Europe/Berlin', '2026-03-29T12:00:00').interval('Today')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ])
    expect(inZone('Europe/Berlin', '2026-10-26T12:00:00').interval('Yesterday')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ])
  })

  it('an hour is an hour, also across the change', () => {
    expect(inZone('Europe/Berlin', '2026-03-29T03:30:00').interval('Last Hour')).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ])
  })

  it('a day without midnight begins with its first moment', () => {
    expect(inZone('Africa/Cairo', '2026-04-24T12:00:00').interval('Today')).toEqual([
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T20:59:59.999Z',
    ])
  })
})

describe('days back', () => {
  it.each([
    [0, '2026-01-01T00:00:00.000Z'],
    [1, '2025-12-31T00:00:00.000Z'],
    [10, '2025-12-22T00:00:00.000Z'],
  ])('%i days', (count, from) => {
    const { now } = inZone('UTC', '2026-01-01T14:00:00')
    expect(lastDays(count, now)).toEqual({ from, to: '2026-01-01T23:59:59.999Z' })
  })

  it('count calendar days across a change of clocks', () => {
    const { now } = inZone('America/New_York', '2026-03-10T08:00:00')
    expect(lastDays(5, now)).toEqual({ from: '2026-03-05T05:00:00.000Z', to: '2026-03-11T03:59:59.999Z' })
  })
})
