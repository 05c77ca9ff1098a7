import { expect, it } from 'vitest'
import { zoneClock } from '#shared/lib/zone-clock.ts'
import { clockOf, dateWord, dayWord, nextWords, clockTime } from './time-words.ts'

const berlin = zoneClock('Europe/Berlin')!
const now = Date.parse('2026-11-23T22:00:00Z')

it('names a day by how far it is', () => {
  const words = [
    '2026-11-23T22:30Z',
    '2026-11-23T23:30Z',
    '2026-11-29T12:00Z',
    '2026-11-30T12:00Z',
    '2027-01-04T12:00Z',
  ]
  expect(words.map((at) => dayWord(berlin, Date.parse(at), now))).toEqual([
    'today',
    'Tue',
    'Sun',
    '30 Nov',
    '4 Jan 2027',
  ])
  expect(dateWord(berlin, now)).toBe('Mon 23 Nov')
  expect(dateWord(berlin, Date.parse('2028-02-29T12:00:00Z'), now)).toBe('Tue 29 Feb 2028')
})

it('shows seconds only where there are some', () => {
  expect(clockTime(berlin, now)).toBe('23:00')
  expect(clockTime(berlin, now + 2000)).toBe('23:00:02')
})

it.each([
  [
    'one time a day',
    ['2026-11-24T06:00Z', '2026-11-25T06:00Z', '2026-11-26T06:00Z'],
    'Tue 07:00',
    'Wed, Thu',
  ],
  ['times of one day', ['2026-11-23T22:10Z', '2026-11-23T22:20Z'], 'today 23:10', '23:20'],
  ['times over midnight', ['2026-11-23T22:30Z', '2026-11-23T23:15Z'], 'today 23:30', 'Tue 00:15'],
  ['one time', ['2026-11-23T22:30Z'], 'today 23:30', null],
])('of the next times the first is in full: %s', (_, times, first, then) => {
  expect(nextWords(times, berlin, now)).toEqual({ first, then })
})

it('says nothing where no time is left', () => {
  expect(nextWords([], berlin, now)).toEqual({ first: null, then: null })
})

it('a zone that the browser does not know has UTC', () => {
  expect(clockTime(clockOf('Mars/Base', false), now)).toBe('22:00')
  expect(clockTime(clockOf('Europe/Berlin', false), now)).toBe('23:00')
})
