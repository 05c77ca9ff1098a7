import { describe, expect, it } from 'vitest'
import { activeMsAt, childrenText, fitsStatus, stripFits, stripPartsOf, stripText } from './list-rows.ts'

describe('the strip', () => {
  it('has one part for each task, in the order of the definition', () => {
    expect(stripPartsOf('eefn', { ended: 2 }).map(({ status }) => status)).toEqual([
      'ended',
      'ended',
      'failed',
      'notstarted',
    ])
    expect(stripPartsOf('sqrk', null).map(({ status }) => status)).toEqual([
      'started',
      'queued',
      'retry',
      'skipped',
    ])
  })

  it('has one part for each status of a run with more tasks', () => {
    const counts = { notstarted: 5, failed: 0, ended: 190, started: 4, parked: 1 }
    expect(stripPartsOf(null, counts)).toEqual([
      { status: 'ended', count: 190 },
      { status: 'started', count: 4 },
      { status: 'notstarted', count: 5 },
      { status: 'parked', count: 1 },
    ])
  })

  it('is empty where nothing is known, and shows an unknown letter as a part', () => {
    expect([stripPartsOf(null, null), stripPartsOf('', undefined), stripPartsOf(null, 'x')]).toEqual([
      [],
      [],
      [],
    ])
    expect(stripPartsOf('ez', null).at(-1)).toEqual({ status: 'z', count: 1 })
  })

  it('says in words what it shows, the most urgent first', () => {
    expect(stripText(stripPartsOf('eefnn', null))).toBe('5 tasks: 1 failed, 2 ended, 2 not started')
    expect(stripText(stripPartsOf('s', null))).toBe('1 task: 1 started')
  })
})

describe('the line of the children', () => {
  const text = (total: number, failed: number, running: number, status = 'started') => {
    const { head, failed: red, rest } = childrenText({ total, failed, running }, status)
    return `${head}[${red ?? ''}]${rest}`
  }

  it.each([
    [12, 0, 0, '12 children, []all completed'],
    [1, 0, 0, '1 child, []all completed'],
    [3, 1, 0, '3 children: [1 failed, ]2 completed'],
    [3, 3, 0, '3 children: [3 failed]'],
    [14, 0, 5, '14 children: []5 running, 9 completed'],
    [4, 1, 3, '4 children: [1 failed, ]3 running'],
  ])('%i children, %i failed, %i running', (total, failed, running, expected) => {
    expect(text(total, failed, running)).toBe(expected)
  })

  it('does not call the children of a cancelled run completed', () => {
    expect(text(4, 0, 0, 'cancelled')).toBe('4 children, []all ended')
    expect(text(4, 1, 0, 'cancelled')).toBe('4 children: [1 failed, ]3 ended')
  })
})

describe('the active time', () => {
  const now = Date.parse('2026-03-01T10:01:00.000Z')

  it('grows while a task runs or waits, and else stays', () => {
    expect(activeMsAt({ activeMs: 5000, activeSince: '2026-03-01T10:00:00.000Z' }, now)).toBe(65_000)
    expect(activeMsAt({ activeMs: 5000, activeSince: null }, now)).toBe(5000)
  })

  it('does not shrink when the clock of the browser is behind', () => {
    expect(activeMsAt({ activeMs: 5000, activeSince: '2026-03-01T10:02:00.000Z' }, now)).toBe(5000)
  })

  it('is unknown where the platform does not count it', () => {
    expect(activeMsAt({ activeMs: null, activeSince: null }, now)).toBeNull()
  })
})

it.each([
  ['running', 'started', true],
  ['failed', 'started', true],
  ['waits', 'notstarted', true],
  ['failed', 'failed', true],
  ['cancelled', 'cancelled', true],
  ['running', 'failed', false],
  ['running', 'cancelled', false],
  ['running', 'completed', false],
  ['cancelled', 'started', false],
  ['late', 'parked', true],
])('the cause %s of a run that is %s now: %s', (code, status, expected) => {
  expect(fitsStatus(code, status)).toBe(expected)
})

it.each([
  ['completed', 'ees', false],
  ['completed', 'een', false],
  ['completed', 'eek', true],
  ['cancelled', 'eq', false],
  ['cancelled', 'en', true],
  ['failed', 'es', false],
  ['failed', 'efs', true],
  ['started', 'es', true],
  ['completed', null, true],
])('a run that is %s can have the strip %s: %s', (status, strip, expected) => {
  expect(stripFits({ status, strip, taskCounts: null })).toBe(expected)
})
