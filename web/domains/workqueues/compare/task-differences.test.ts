import { describe, expect, it } from 'vitest'
import { shortDuration } from '#shared/lib/time-text.ts'
import { isUnusuallyLong, namedMs } from './run-times.ts'
import { comparison, invoiceRuns, moment, past, ran, runOf, task } from './test-bed.tsx'

const differences = (...[left, right, over]: Parameters<typeof comparison>) =>
  Object.fromEntries(comparison(left, right, over).rows.map((row) => [row.key, row.difference]))

describe('the tasks of two runs', () => {
  it('are paired by name in the order of the workflow, error tasks last', () => {
    const left = runOf('a', [ran('clean', 1), ran('load', 1), ran('old', 1, { depends: ['load'] })])
    const right = runOf(
      'b',
      [
        ran('alarm', 1),
        ran('ship', 1, { depends: ['b-t-weigh'] }),
        ran('weigh', 1, { depends: ['load'] }),
        ran('load', 1),
      ],
      { errorTasks: ['alarm'] },
    )
    const { rows } = comparison(left, right)
    expect(rows.map(({ key }) => key)).toEqual(['load', 'clean', 'weigh', 'old', 'ship', 'alarm'])
    expect(rows.map(({ left, right }) => [Boolean(left), Boolean(right)])).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, false],
      [false, true],
      [false, true],
    ])
    expect(rows.filter(({ errorTask }) => errorTask).map(({ key }) => key)).toEqual(['alarm'])
  })
  it('are paired in order where a name occurs twice', () => {
    const twice = [ran('load', 1, { id: 'x1' }), ran('load', 2, { id: 'x2' })]
    const { rows } = comparison(runOf('a', twice), runOf('b', [ran('load', 1)]))
    expect(rows.map(({ left, right }) => [left?.id, right?.id])).toEqual([
      ['a-x1', 'b-t-load'],
      ['a-x2', undefined],
    ])
  })
  it('know which of them run beside others', () => {
    const { left, right } = invoiceRuns()
    const parallel = comparison(left, right).rows.filter((row) => row.parallel)
    expect(parallel.map(({ name }) => name)).toEqual([
      'Charge cards EU',
      'Charge cards UK',
      'Charge cards US',
      'Charge cards AP',
      'Charge crypto',
    ])
  })
  it('say what differs', () => {
    const { left, right } = invoiceRuns()
    expect(differences(left, right)).toEqual({
      'Collect usage': 'same',
      'Price usage': 'same',
      'Charge cards EU': 'version',
      'Charge cards UK': 'version',
      'Charge cards US': 'status',
      'Charge cards AP': 'version',
      'Charge crypto': 'same',
      Settle: 'unreached',
      Invoice: 'unreached',
      Export: 'unreached',
      Mail: 'unreached',
      Archive: 'unreached',
      Close: 'unreached',
      'Page payments on-call': 'only',
    })
  })
})

describe('the difference of one task', () => {
  const one = (over: Parameters<typeof ran>[2], seconds = 10, run: Parameters<typeof runOf>[2] = {}) =>
    differences(runOf('a', [ran('load', 10)]), runOf('b', [ran('load', seconds, over)], run))['load']

  it('is its status, version, alias, definition or time, in this order', () => {
    expect(one({})).toBe('same')
    expect(one({ hostName: 'crane-08' })).toBe('same')
    expect(one({ alias: 'bulk' })).toBe('alias')
    expect(one({ alias: 'bulk', version: '3' })).toBe('version')
    expect(one({ inputs: { size: 1 } })).toBe('inputs')
    expect(one({}, 16)).toBe('time')
    expect(one({ inputs: { size: 1 } }, 16)).toBe('inputs')
    expect(one({ status: 'skipped', version: '3' })).toBe('status')
    expect(one({ status: 'retry' })).toBe('status')
  })
  it('is open while the task has not ended in a run under way', () => {
    const started = moment(55)
    expect(one({ status: 'started', started, ended: null }, 0, { status: 'started' })).toBe('open')
    expect(one({ status: 'queued', started: null, ended: null }, 10, { status: 'started' })).toBe('open')
    expect(one({ status: 'notstarted', started: null, ended: null }, 10, { status: 'started' })).toBe(
      'unreached',
    )
  })
  it('is that a cancelled run did not reach it', () => {
    const reason = 'Cancelled by ana'
    expect(one({ status: 'skipped', reason, started: null }, 10, { status: 'cancelled' })).toBe('unreached')
    expect(one({ status: 'skipped', reason }, 10, { status: 'cancelled' })).toBe('status')
  })
  it('is not that an error task was not needed in either run', () => {
    const alarm = { errorTasks: ['alarm'] }
    const [skipped, waiting] = [task('alarm', { status: 'skipped' }), task('alarm')]
    expect(differences(runOf('a', [skipped], alarm), runOf('b', [waiting], alarm))['alarm']).toBe('same')
  })
  it('is that a cancel came before an error task that a good run did not need', () => {
    const alarm = { errorTasks: ['alarm'] }
    const left = runOf('a', [task('alarm', { status: 'skipped' })], alarm)
    const stopped = task('alarm', { status: 'skipped', reason: 'Cancelled by ana' })
    expect(differences(left, runOf('b', [stopped], { ...alarm, status: 'cancelled' }))['alarm']).toBe(
      'unreached',
    )
  })
})

describe('isUnusuallyLong', () => {
  const usually = (medianMs: number, p95Ms: number) => ({ medianMs, p95Ms })
  it.each([
    ['faster than the other, which took unusually long', 900, 1600, usually(1000, 1400), false],
    ['as long as the other', 20_000, 20_000, usually(1000, 1400), false],
    ['a part of a second longer than usual', 1600, 900, usually(1000, 1400), false],
    ['within what is usual', 39_000, 3000, usually(20_000, 40_000), false],
    ['longer than usual', 41_000, 20_000, usually(20_000, 40_000), true],
    ['longer than usual, like the other', 42_000, 40_000, usually(10_000, 20_000), false],
    ['far longer than usual', 108_000, 3200, usually(3000, 5000), true],
    ['a quarter longer, usual times not known', 25_000, 20_000, undefined, false],
    ['twice as long, usual times not known', 40_000, 20_000, undefined, true],
    ['half a second longer, usual times not known', 480, 3, undefined, false],
    ['twice as long, never timed', 40_000, 20_000, { medianMs: null, p95Ms: null }, true],
  ])('%s', (_case, ms, other, usual, isLong) => {
    expect(isUnusuallyLong(ms, other, usual)).toBe(isLong)
  })
})

describe('the time that a task ran', () => {
  const timed = (now: Parameters<typeof ran>[2], seconds = 30, before: number[] = []) =>
    comparison(runOf('a', [ran('load', 30)]), runOf('b', [ran('load', seconds, now)]), {
      past: past('b-t-load', ...before),
    }).rows[0]!

  it('is that of all attempts since the last restart', () => {
    const failed = { status: 'failed', attempt: 3, retry: { max: 2 } }
    expect(timed(failed, 30, [30, 29])).toMatchObject({
      ran: { right: { ms: 89_000, attempts: 3, eachMs: 30_000, running: false } },
      longerMs: 60_000,
    })
    expect(timed({ ...failed, attempt: 4 }, 30, [30, 29, 28]).ran.right).toMatchObject({
      ms: 30_000,
      attempts: 1,
      eachMs: null,
    })
    expect(timed({ ...failed, attempt: 2 }, 30, [3]).ran.right).toMatchObject({
      ms: 33_000,
      attempts: 2,
      eachMs: null,
    })
  })
  it.each([
    [0, 0],
    [40, 100],
    [9599, 9500],
    [10_999, 10_000],
    [65_999, 65_000],
    [7_559_000, 7_500_000],
    [100_000_000, 97_200_000],
    [1_400_000_000, 1_382_400_000],
  ])('of %d ms names %d', (ms, named) => {
    expect(namedMs(ms)).toBe(named)
    expect(shortDuration(named)).toBe(shortDuration(ms))
  })
  it('differs by what is shown of both', () => {
    const longer = (before: number, now: number) =>
      comparison(runOf('a', [ran('load', before)]), runOf('b', [ran('load', now)])).rows[0]!.longerMs
    expect(longer(1, 0.85)).toBe(-200)
    expect(longer(2.39, 9.5)).toBe(7200)
    expect(longer(1.99, 2)).toBe(100)
    expect(longer(9.8, 12.9)).toBe(2200)
  })
  it('grows while the task runs', () =>
    expect(timed({ status: 'started', ended: null }).ran.right).toEqual({
      ms: 57_000,
      attempts: 1,
      eachMs: null,
      running: true,
    }))
  it('is unknown before the start', () => {
    expect(timed({ status: 'queued', started: null, ended: null, attempt: 0 })).toMatchObject({
      ran: { right: { ms: null } },
      longerMs: null,
    })
    expect(timed({ status: 'queued', started: moment(2), ended: null }).ran.right.ms).toBeNull()
  })
})
