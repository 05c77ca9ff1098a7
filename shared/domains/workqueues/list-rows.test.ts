import { describe, expect, it } from 'vitest'
import {
  activeMsAt,
  childrenText,
  fitsStatus,
  keyInputsOf,
  stripFits,
  stripPartsOf,
  stripText,
} from './list-rows.ts'

const row = (id: string, inputs: unknown, over: { name?: string; planId?: string | null } = {}) => ({
  id,
  name: 'Charge customer',
  planId: 'p1',
  inputs,
  ...over,
})
const shown = (rows: ReturnType<typeof row>[]) =>
  [...keyInputsOf(rows)].map(
    ([id, inputs]) => `${id}: ${inputs.map((each) => `${each.key}=${each.value}`).join(' ')}`,
  )

describe('the key inputs of a row', () => {
  it('are the two that vary most among the listed runs of the plan, that which varies most first', () => {
    const rows = [
      row('a', { region: 'eu', amount: 12.5, currency: 'EUR', customer: 991 }),
      row('b', { region: 'eu', amount: 12.5, currency: 'EUR', customer: 417 }),
      row('c', { region: 'eu', amount: 80, currency: 'EUR', customer: 350 }),
    ]
    expect(shown(rows)).toEqual([
      'a: customer=991 amount=12.5',
      'b: customer=417 amount=12.5',
      'c: customer=350 amount=80',
    ])
  })

  it('begin with those that the list was searched by, whether they vary or not', () => {
    const rows = [
      row('a', { customer: 1, region: 'eu', day: 1, month: 9 }),
      row('b', { customer: 2, region: 'eu', day: 2, month: 9 }),
    ]
    const inputs = keyInputsOf(rows, new Set(['month', 'absent']))
    expect(inputs.get('a')?.map(({ key }) => key)).toEqual(['month', 'customer'])
    expect(
      keyInputsOf(rows, new Set(['month', 'region']))
        .get('b')
        ?.map(({ key }) => key),
    ).toEqual(['region', 'month'])
  })

  it('of one plan do not depend on those of another', () => {
    const rows = [
      row('a', { region: 'eu', customer: 1, day: 1 }),
      row('b', { region: 'eu', customer: 2, day: 2 }),
      row('c', { region: 'us', month: 9, tenant: 'x' }, { planId: 'p2' }),
    ]
    expect(shown(rows)).toEqual(['a: customer=1 day=1', 'b: customer=2 day=2', 'c: region=us month=9'])
  })

  it('of runs without a plan are compared with those of the same name', () => {
    const adHoc = { name: 'Load', planId: null }
    const rows = [
      row('a', { one: 1, two: 2, table: 'orders' }, adHoc),
      row('b', { one: 1, two: 2, table: 'lines' }, adHoc),
      row('c', { one: 7, two: 9, table: 'orders' }, { name: 'Other', planId: null }),
    ]
    expect(shown(rows)).toEqual(['a: table=orders one=1', 'b: table=lines one=1', 'c: one=7 two=9'])
  })

  it('are texts, numbers and booleans; a platform without inputs has none', () => {
    expect(shown([row('a', { list: [1], deep: { x: 1 }, none: null, full: false })])).toEqual([
      'a: full=false',
    ])
    expect(shown([row('a', null), row('b', undefined), row('c', 'text'), row('d', [1])])).toEqual([
      'a: ',
      'b: ',
      'c: ',
      'd: ',
    ])
  })
})

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
