import { expect, it } from 'vitest'
import { log } from '#web/domains/workqueues/detail/test-bed.tsx'
import {
  attemptKey,
  failingLine,
  findLines,
  frameCount,
  logSections,
  roundKey,
  sectionRows,
  type LoggedAttempt,
} from './log-sections.ts'

const attempt = (number: number, round: number, ofRound: number): LoggedAttempt => ({
  number,
  round,
  ofRound,
  startedAt: null,
  endedAt: null,
  status: 'failed',
})
const attempts = [attempt(1, 0, 1), attempt(2, 0, 2), attempt(3, 1, 1), attempt(4, 1, 2)]
const logs = [
  log('a', { attempt: 1 }),
  log('b', { attempt: 2, level: 'error', message: 'timed out' }),
  log('c', { attempt: 3, level: 'warn' }),
  log('d', { attempt: 4, message: 'Timed out soon' }),
  log('e', { attempt: 4, level: 'error', stacktrace: 'Error: no\n    at charge (visa.js:88)' }),
]
const sections = logSections(logs, attempts)
const usual = { folds: new Map(), least: null, opened: new Set<number>(), failing: null }
const keys = (over: Partial<Parameters<typeof sectionRows>[1]> = {}) =>
  sectionRows(sections, { ...usual, ...over }).map(({ key }) => key)

it('numbers the lines of a task, and has a section for each attempt, also for one without lines', () => {
  expect(sections.flatMap(({ lines }) => lines.map(({ number }) => number))).toEqual([1, 2, 3, 4, 5])
  const silent = logSections([], [attempt(1, 0, 1)])
  expect(silent.map(({ attempt, lines }) => [attempt, lines.length])).toEqual([[1, 0]])
})

it('opens the last attempt; earlier rounds and attempts are folded', () => {
  expect(keys()).toEqual(['round 0', 'attempt 3', 'attempt 4', 'd', 'e'])
  expect(
    keys({
      folds: new Map([
        [roundKey(0), true],
        [attemptKey(2), true],
        [attemptKey(4), false],
      ]),
    }),
  ).toEqual(['round 0', 'attempt 1', 'attempt 2', 'b', 'attempt 3', 'attempt 4'])
})

it('opens what holds a line that is looked for', () => {
  expect(keys({ opened: new Set([2]) }).slice(0, 4)).toEqual(['round 0', 'attempt 1', 'attempt 2', 'b'])
})

it('without attempts of the platform uses those of the lines; a single one has no heading', () => {
  const rows = (entries: typeof logs) => sectionRows(logSections(entries, []), usual).map(({ key }) => key)
  expect(rows(logs.slice(0, 2))).toEqual(['attempt 1', 'attempt 2', 'b'])
  expect(rows(logs.slice(3))).toEqual(['d', 'e'])
})

it('shows the trace of the failing line at once, others when opened', () => {
  expect(failingLine(sections, 'failed')?.number).toBe(5)
  expect(failingLine(sections, 'started')).toBeNull()
  expect(keys({ failing: 5 }).at(-1)).toBe('trace 5')
  expect(frameCount(logs[4]!.stacktrace!)).toBe(1)
})

it('filters by the least level and finds in any case', () => {
  expect(keys({ least: 'error' })).toEqual(['round 0', 'attempt 3', 'attempt 4', 'e'])
  expect(findLines(sections, ' TIMED out', null)).toEqual([2, 4])
  expect(findLines(sections, 'timed out', 'error')).toEqual([2])
  expect(findLines(sections, ' ', null)).toEqual([])
})
