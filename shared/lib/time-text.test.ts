import { describe, expect, it } from 'vitest'
import {
  humanDuration,
  relativeTime,
  roughDuration,
  setDuration,
  shortDuration,
  unbroken,
  roundedDuration,
} from './time-text.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('humanDuration', () => {
  it.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [350.4, '350 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [4250, '4.2 s'],
    [9999, '9.9 s'],
    [31 * SECOND, '31 s'],
    [59_999, '59 s'],
    [64 * SECOND, '1 m 04 s'],
    [MINUTE, '1 m 00 s'],
    [2 * HOUR + 5 * MINUTE + 59 * SECOND, '2 h 05 m'],
    [DAY, '1 d'],
    [3 * DAY + 4 * HOUR, '3 d 4 h'],
    [15 * DAY, '2 w 1 d'],
    [45 * DAY, '1 mo 2 w'],
    [400 * DAY, '1 y 1 mo'],
  ])('%d ms is %s', (ms, words) => expect(humanDuration(ms)).toBe(words))
})

describe('shortDuration', () => {
  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [40, '0.1 s'],
    [499, '0.4 s'],
    [1000, '1 s'],
    [4999, '4.9 s'],
    [12 * SECOND, '12 s'],
    [65 * SECOND, '1 m 05 s'],
    [2 * HOUR + 38 * MINUTE + 59 * SECOND, '2 h 38 m'],
  ])('%d ms is %s', (ms, words) => expect(shortDuration(ms)).toBe(words))
})

describe('setDuration', () => {
  it.each([
    [500, '0.5 s'],
    [1500, '1.5 s'],
    [30 * SECOND, '30 s'],
    [5 * MINUTE, '5 m'],
    [11 * MINUTE + 40 * SECOND, '11 m 40 s'],
    [2 * HOUR, '2 h'],
    [90 * MINUTE, '1 h 30 m'],
  ])('%d ms is %s', (ms, words) => expect(setDuration(ms)).toBe(words))
})

describe('roughDuration', () => {
  it.each([
    [-5, '0 s'],
    [400, '0.4 s'],
    [8999, '8 s'],
    [65 * SECOND, '1 m 05 s'],
    [5 * MINUTE, '5 m'],
    [9 * MINUTE + 59 * SECOND, '9 m 59 s'],
    [37 * MINUTE + 59 * SECOND, '37 m'],
    [2 * HOUR, '2 h'],
    [158 * MINUTE, '2 h 38 m'],
    [3 * DAY + 4 * HOUR, '3 d 4 h'],
  ])('%d ms is %s', (ms, words) => expect(roughDuration(ms)).toBe(words))
})

const now = new Date('2026-03-10T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [9, 'now'],
    [-9, 'now'],
    [10, '10 seconds ago'],
    [59, '50 seconds ago'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [240, '4 minutes ago'],
    [3600, '1 hour ago'],
    [2 * 86_400, '2 days ago'],
    [21 * 86_400, '3 weeks ago'],
    [62 * 86_400, '2 months ago'],
    [800 * 86_400, '2 years ago'],
    [-300, 'in 5 minutes'],
  ])('%d seconds back is %s', (seconds, words) => expect(relativeTime(ago(seconds), now)).toBe(words))
})

it('a sentence keeps each of its durations in one line', () => {
  const shown = (text: string) => unbroken(text).replaceAll('\u00a0', '_')
  expect(shown('nobody polls, last poll 1 m 07 s ago')).toBe('nobody polls, last poll 1_m_07_s ago')
  expect(shown('runs 0.4 s, usually 12 s')).toBe('runs 0.4_s, usually 12_s')
  expect(shown('Late: runs 2 h 38 m, 3 d 4 h')).toBe('Late: runs 2_h_38_m, 3_d_4_h')
  expect(shown('timed out after 30000 ms')).toBe('timed out after 30000_ms')
  expect(shown('2 of 5 hosts, 3 more, 4 started')).toBe('2 of 5 hosts, 3 more, 4 started')
})

it.each([
  [0, '0 s'],
  [40, '0.1 s'],
  [2640, '2.6 s'],
  [2000, '2 s'],
  [9960, '10 s'],
  [12_600, '13 s'],
  [65_400, '1 m 05 s'],
  [755_000, '13 m'],
])('what usually takes %i ms is rounded: %s', (ms, text) => {
  expect(roundedDuration(ms)).toBe(text)
})
