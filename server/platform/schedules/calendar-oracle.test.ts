import { expect, test } from 'vitest'
import { cronOracle } from '#tests/support/cron-oracle.ts'
import { evidence } from '#tests/support/evidence.ts'
import { zoneClock } from '#shared/lib/zone-clock.ts'
import { timesBetween } from './calendar.ts'

/** Check 83: the times of schedules are those of the wall clock, none lost and none twice, at every change of clocks. */

const HOUR = 3_600_000
const begin = Date.parse('2026-11-01T00:00:00Z')
const end = begin + 400 * 24 * HOUR
/** Before and after each change of clocks: every time of the clock is within it. */
const AROUND = 15 * HOUR

/** Clocks of both hemispheres, one that changes by half an hour, one that changes at midnight, and two that never change. */
const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'UTC',
]

const fixed = [
  '0 0',
  '59 23',
  '30 0',
  '0 1',
  '15 1',
  '30 1',
  '59 1',
  '0 2',
  '1 2',
  '30 2',
  '45 2',
  '0 3',
  '30 3',
  '0 7',
].flatMap((time) => [`${time} * * *`, `${time} * * 0`])
const onSomeDays = [
  '0 2 1 * *',
  '30 1 29 3 *',
  '30 2 * 3,10 *',
  '0 12 15 * 1',
  '30 2 8-14 3 0',
  '30 0 * 4,9 0,6',
  '5 4 */2 * *',
  '0 9 * * 1-5',
]
const several = [
  '0,30 2 * * *',
  '0 1,2,3 * * *',
  '15,45 0-3 * * *',
  '*/20 2 * * *',
  '0 */6 * * *',
  '0 8-18 * * 1-5',
  '30 2,14 * * *',
  '0 0,12 * * 6,7',
  '10-14 1 * * *',
  '0 */2 1-7 * *',
]
const everyHour = [
  '0 * * * *',
  '40 * * * *',
  '*/15 * * * *',
  '*/30 * * * *',
  '7,37 * * * *',
  '0 * * 3,10 0',
  '*/5 * * * 0',
  '*/10 1-3 * * *',
  '59 * * * *',
  '*/7 * * * *',
  '1-3 * 1 * *',
  '30 * * * 7',
  '20 * */3 * *',
  '*/45 * * * *',
]
const expressions = [...fixed, ...onSomeDays, ...several, ...everyHour]

/** The moments within 400 days at which a zone changes its clocks. */
function changesOf(timeZone: string): number[] {
  const clock = zoneClock(timeZone)!
  const offset = (at: number) => clock.wall(at).getTime() - at
  const changes: number[] = []
  for (let at = begin; at < end; at += HOUR) if (offset(at) !== offset(at + HOUR)) changes.push(at + HOUR)
  return changes
}

test('60 expressions in 8 zones, over 400 days: around each change of clocks they come as on the wall clock', () => {
  let compared = 0
  for (const timeZone of zones) {
    const changes = changesOf(timeZone)
    // A zone without changes is compared on one day.
    for (const change of changes.length > 0 ? changes : [begin + 200 * 24 * HOUR]) {
      const [from, to] = [change - AROUND, change + AROUND]
      for (const cron of expressions) {
        const found = timesBetween({ cron, timeZone }, from, to, 10_000)
        const wanted = cronOracle(cron, timeZone).between(from, to)
        expect({ cron, timeZone, times: found.map(iso) }).toEqual({ cron, timeZone, times: wanted.map(iso) })
        compared += wanted.length
      }
    }
  }
  expect(expressions).toHaveLength(60)
  evidence({
    check: 83,
    figures: { expressions: 60, zones: zones.length, 'times compared': compared, different: 0 },
    breaks: 'the calendar treats a fixed time as an interval, or one that occurs twice as two',
  })
})

const iso = (at: number) => new Date(at).toISOString()
