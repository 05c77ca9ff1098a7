import { describe, expect, test } from 'vitest'
import { cronText, nextTimes, patternFault, timesBetween } from './calendar.ts'
import { clockChanges } from './clock-changes.ts'

const at = (iso: string) => Date.parse(iso)
const berlin = (cron: string) => ({ cron, timeZone: 'Europe/Berlin' })
const next = (cron: string, after: string, count: number) =>
  nextTimes(berlin(cron), at(after), count).map((time) => new Date(time).toISOString().slice(0, 16))

describe('times at changes of clocks', () => {
  test('a fixed time that is left out runs at the first moment after the gap, once', () => {
    expect(next('30 2 * * *', '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00', '2027-03-29T00:30'])
  })

  test('a fixed time that comes twice runs the first time', () => {
    expect(next('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('what comes in every hour follows the clock', () => {
    expect(next('*/30 * * * *', '2026-10-25T00:15:00Z', 4)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ])
  })

  test.each([
    [
      '30 2 * * *',
      '2027-01-01',
      'On Sun 28 Mar 2027 02:30 is left out when clocks go forward: it runs once, at 03:00',
    ],
    ['30 2 * * *', '2026-08-01', 'On Sun 25 Oct 2026 02:30 comes twice: it runs the first time'],
    [
      '0,30 2 * * *',
      '2027-01-01',
      'On Sun 28 Mar 2027 02:00 is left out when clocks go forward: it does not run then',
    ],
    ['0,30 2 * * *', '2026-08-01', 'On Sun 25 Oct 2026 02:00 comes twice: it runs both times'],
  ])('%s from %s: %s', (cron, from, text) => {
    expect(clockChanges(berlin(cron), at(from))[0]?.text).toBe(text)
  })

  test.each(['0 7 * * *', '*/15 * * * *', '@hourly', '30 2 1 6 *'])('%s is not moved by any', (cron) => {
    expect(clockChanges(berlin(cron), at('2026-11-01'))).toEqual([])
  })

  test('zones without changes have none', () => {
    expect(clockChanges({ cron: '30 2 * * *', timeZone: 'Asia/Tokyo' }, at('2026-11-01'))).toEqual([])
  })
})

test('both ends of a span belong to it, and no more times than asked for are answered', () => {
  const daily = { cron: '@daily', timeZone: 'UTC' }
  const [from, to] = [at('2026-11-01'), at('2026-11-05')]
  expect(timesBetween(daily, from, to, 100)).toHaveLength(5)
  expect(timesBetween(daily, from, to, 3)).toEqual([from, at('2026-11-02'), at('2026-11-03')])
})

describe('faults of a pattern', () => {
  test.each([
    ['75 * * * *', 'UTC', 'cron', 'minute 75 is over 59'],
    ['0 0 31 2 *', 'UTC', 'cron', 'never comes: no date has this day and month'],
    [
      '0 7 * * *',
      'Europe/Bielefeld',
      'timeZone',
      'Europe/Bielefeld is not a time zone: use a name such as Europe/London',
    ],
    ['0 7 * *', 'UTC', 'cron', 'has 4 parts: it must have five or six'],
  ])('%s in %s', (cron, timeZone, field, message) => {
    expect(patternFault({ cron, timeZone })).toEqual({ field, message })
  })

  test.each(['0 7 * * 1-5', '@weekly', '*/10 * * * * *', '0 0 L * *', '0 9 * * 1#2', '0 0 29 2 *'])(
    '%s has none',
    (cron) => {
      expect(patternFault({ cron, timeZone: 'Europe/Berlin' })).toBeNull()
    },
  )
})

test.each([
  ['0 7 * * 1-5', 'On weekdays at 07:00'],
  ['0 8 * * 1', 'On Mondays at 08:00'],
  ['40 * * * *', 'Every hour at :40'],
  ['0 6 1 * *', 'On day 1 of each month at 06:00'],
  ['0 0 1 1 *', 'At 00:00, on day 1 of the month, only in January'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['@daily', 'Every day at 00:00'],
  ['@DAILY', 'Every day at 00:00'],
  ['@Midnight', 'Every day at 00:00'],
  ['@Weekly', 'On Sundays at 00:00'],
  ['@Hourly', 'Every hour'],
  ['0 7 13 * 5', 'At 07:00, on day 13 of the month, or on Friday'],
  ['0 7 1,15 5 1-5', 'At 07:00, on day 1 and 15 of the month, or Monday through Friday, only in May'],
  ['0 7 13 * */2', 'At 07:00, on day 13 of the month, or every 2 days of the week'],
  ['0 7 1 */2 *', 'At 07:00, on day 1 of the month, every 2 months'],
  ['0 7 1 1-3 *', 'At 07:00, on day 1 of the month, January through March'],
  ['0 7 L * 5#2', 'At 07:00, on the last day of the month, or on the second Friday of the month'],
])('%s in words', (cron, words) => {
  expect(cronText(cron)).toBe(words)
})
