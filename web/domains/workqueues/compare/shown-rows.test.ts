import { describe, expect, it } from 'vitest'
import { shownRows, summaryOf } from './shown-rows.ts'
import { comparison, invoiceRuns, ran, runOf, task } from './test-bed.tsx'

const keys = (rows: ReturnType<typeof shownRows>) => rows.map(({ key }) => key)
const none = new Set<string>()

describe('shownRows', () => {
  const { left, right } = invoiceRuns()
  const { rows, runs } = comparison(left, right)

  it('folds the tasks that one run did not reach into one row, with what they wait for', () => {
    const shown = shownRows(rows, runs, { only: false, open: none })
    expect(keys(shown).slice(-3)).toEqual(['Charge crypto', '/unreached right', 'Page payments on-call'])
    expect(shown.at(-2)).toMatchObject({ ranMs: 30_000, waits: 'all wait for Charge cards US', open: false })
    expect((shown.at(-2) as { rows: unknown[] }).rows).toHaveLength(6)
  })
  it('lists them when the row is open', () => {
    const shown = shownRows(rows, runs, { only: false, open: new Set(['/unreached right']) })
    expect(shown).toHaveLength(15)
    expect(shown.filter((row) => row.kind === 'task' && row.member)).toHaveLength(6)
  })
  it('leaves out what is the same', () => {
    const shown = shownRows(rows, runs, { only: true, open: none })
    expect(keys(shown)).toEqual([
      'Charge cards EU',
      'Charge cards UK',
      'Charge cards US',
      'Charge cards AP',
      '/unreached right',
      'Page payments on-call',
    ])
  })
  it('does not fold a single task, and folds each run for itself', () => {
    const failed = { status: 'failed' }
    const chain = (a: string, b: string) => [
      ran('load', 1, { status: a }),
      ran('read', 1, { status: b }),
      ...['x', 'y'].map((name) =>
        a === 'failed' ? task(name, { depends: ['load'] }) : ran(name, 1, { depends: ['load'] }),
      ),
      ...['p', 'q'].map((name) =>
        b === 'failed' ? task(name, { depends: ['read'] }) : ran(name, 1, { depends: ['read'] }),
      ),
    ]
    const both = comparison(
      runOf('a', chain('failed', 'ended'), failed),
      runOf('b', chain('ended', 'failed'), failed),
    )
    const shown = shownRows(both.rows, both.runs, { only: true, open: none })
    expect(keys(shown)).toEqual(['load', 'read', '/unreached left', '/unreached right'])
    const single = comparison(runOf('a', [ran('load', 1)]), runOf('b', [task('load')], failed))
    expect(keys(shownRows(single.rows, single.runs, { only: true, open: none }))).toEqual(['load'])
  })
})

describe('what tasks wait for', () => {
  const tasks = (over: Parameters<typeof runOf>[2], ...now: Parameters<typeof runOf>[1]) => {
    const before = now.map(({ name, depends }) => ran(name, 1, { depends }))
    const { rows, runs } = comparison(runOf('a', before), runOf('b', now, over))
    const folded = shownRows(rows, runs, { only: true, open: none }).find((row) => row.kind === 'folded')
    return folded?.kind === 'folded' ? folded.waits : undefined
  }
  const waiting = [
    task('x', { depends: ['a'] }),
    task('y', { depends: ['x', 'b'] }),
    task('z', { depends: ['y', 'c'] }),
  ]
  const failing = (name: string, over = {}) => ran(name, 1, { status: 'failed', ...over })

  it('is what failed before them, directly or indirectly', () => {
    expect(tasks({ status: 'failed' }, failing('a'), ran('b', 1), ran('c', 1), ...waiting)).toBe(
      'all wait for a',
    )
    expect(tasks({ status: 'failed' }, failing('a'), failing('b'), failing('c'), ...waiting)).toBe(
      'all wait for a and 2 more',
    )
    expect(
      tasks(
        { status: 'failed' },
        failing('a'),
        failing('b', { continueOnError: true }),
        ran('c', 1),
        ...waiting,
      ),
    ).toBe('all wait for a')
  })
  it('is the failure elsewhere that holds a free task back', () => {
    const free = [task('x', { depends: ['a'] }), task('y', { depends: ['x'] })]
    expect(tasks({ status: 'failed' }, ran('a', 1), failing('b'), ...free)).toBe('all wait for b')
  })
  it('is what runs before them', () => {
    const running = ran('a', 0, { status: 'started', ended: null })
    expect(tasks({ status: 'started' }, running, ran('b', 1), ran('c', 1), ...waiting)).toBe('all wait for a')
  })
  it('is the cancel of their run', () => {
    const reason = 'Cancelled by ana'
    const stopped = waiting.map((each) => ({ ...each, status: 'skipped', reason }))
    expect(tasks({ status: 'cancelled' }, ran('a', 1), ran('b', 1), ran('c', 1), ...stopped)).toBe(
      'cancelled before they started',
    )
  })
})

it('summaryOf counts each task once, the failures red', () => {
  const { left, right } = invoiceRuns()
  const names = { left: 'good', right: 'bad' }
  const parts = (a: typeof left, b: typeof left) => {
    const { rows, runs } = comparison(a, b)
    return summaryOf(rows, runs, names).map(({ text, failed }) => (failed ? `! ${text}` : text))
  }
  expect(parts(left, right)).toEqual([
    '3 the same',
    '3 differ in version',
    '! 1 failed',
    '6 not reached',
    '1 only here',
  ])
  expect(parts(right, left)).toEqual([
    '3 the same',
    '3 differ in version',
    '! 1 failed in good',
    '6 not reached',
    '1 only in good',
  ])
  expect(parts(left, left)).toEqual(['14 the same'])
})

it('summaryOf counts apart what neither run came to, also where a cancel came before', () => {
  const reason = 'Cancelled by ana@northwind.example'
  const failed = runOf('f', [ran('a', 1, { status: 'failed' }), task('b')], { status: 'failed' })
  const stopped = [ran('a', 1, { status: 'skipped', reason }), task('b', { status: 'skipped', reason })]
  const { rows, runs } = comparison(failed, runOf('c', stopped, { status: 'cancelled' }))
  const texts = summaryOf(rows, runs, { left: 'f', right: 'c' }).map(({ text }) => text)
  expect(texts).toEqual(['1 not started in either', '1 failed in f'])
})

it('summaryOf counts the tasks that a cancel stopped as one, in their attempt or before', () => {
  const reason = 'Cancelled by ana@northwind.example'
  const good = runOf('g', [ran('a', 1), ran('b', 1), ran('c', 1), ran('d', 1)])
  const stopped = ['c', 'd'].map((name) => task(name, { status: 'skipped', reason }))
  const inAttempt = ran('b', 1, { status: 'skipped', reason })
  const cancelled = runOf('c', [ran('a', 1), inAttempt, ...stopped], { status: 'cancelled' })
  const texts = (left: typeof good, right: typeof good) => {
    const { rows, runs } = comparison(left, right)
    return summaryOf(rows, runs, { left: 'l', right: 'r' }).map(({ text }) => text)
  }
  expect(texts(good, cancelled)).toEqual(['1 the same', '3 cancelled (2 before they started)'])
  expect(texts(cancelled, good)).toEqual(['1 the same', '3 cancelled in l (2 before they started)'])
})
