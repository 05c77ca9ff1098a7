import { describe, expect, it } from 'vitest'
import {
  countMarks,
  heatDurations,
  MAX_SQUARES,
  memberOfSquare,
  setsLength,
  squareStatuses,
  squaresOf,
  worstStatus,
  type HeatMember,
} from './heat.ts'
import { cornerOf, squarePaths } from './heat-squares.ts'
import { groupSize, MIN_ZOOM, perRowIn } from './sizes.ts'

const member = (index: number, over: Partial<HeatMember> = {}): HeatMember => ({
  id: `t${index}`,
  name: `shard ${index}`,
  status: 'ended',
  started: '2026-03-01T14:00:00.000Z',
  ended: new Date(Date.UTC(2026, 2, 1, 14, 0, index)).toISOString(),
  ...over,
})
const members = (count: number) => Array.from({ length: count }, (_, index) => member(index))

describe('worstStatus', () => {
  it.each([
    [['ended', 'failed', 'started'], 'failed'],
    [['ended', 'retry', 'started', 'queued'], 'retry'],
    [['ended', 'skipped', 'notstarted'], 'notstarted'],
    [['ended', 'skipped'], 'skipped'],
    [['completed', 'cancelled'], 'cancelled'],
    [['ended', 'of-a-newer-platform'], 'of-a-newer-platform'],
    [[], ''],
  ])('of %j is %s', (statuses, worst) => expect(worstStatus(statuses)).toBe(worst))
})

describe('squares', () => {
  it('are one for each member up to 1,000, in their order', () => {
    const some = members(1000)
    some[3] = member(3, { status: 'failed' })
    expect(squaresOf(1000)).toBe(1000)
    expect(squareStatuses(some).indexOf('failed')).toBe(3)
    expect(memberOfSquare(some, 3)?.id).toBe('t3')
  })

  it('above 1,000 stand for several and take the worst of them', () => {
    const many = members(5000)
    many[4997] = member(4997, { status: 'failed' })
    const statuses = squareStatuses(many)
    expect(statuses).toHaveLength(MAX_SQUARES)
    expect([statuses.indexOf('failed'), memberOfSquare(many, 999)?.id]).toEqual([999, 't4997'])
    expect(squaresOf(1001)).toBeLessThanOrEqual(MAX_SQUARES)
  })

  it('have the mark of a cancelled task', () => {
    const cancelled = member(1, { status: 'skipped', reason: 'Cancelled by ana' })
    expect(squareStatuses([cancelled])).toEqual(['cancelled'])
  })

  it('are drawn as one element for each status, with a mark where colour alone would tell', () => {
    const paths = squarePaths(['ended', 'failed', 'ended', 'skipped'], 2)
    expect(paths.map(({ status }) => status)).toEqual(['ended', 'failed', 'skipped'])
    expect(paths[0]?.areas.match(/M/g)).toHaveLength(2)
    expect(paths.map(({ marks }) => marks !== '')).toEqual([false, true, false])
    expect(cornerOf(3, 2)).toEqual({ x: 14, y: 14 })
  })

  it('are 50 in a row, 20 on a phone, and the node is as large as they need', () => {
    expect([perRowIn(1100), perRowIn(740 * MIN_ZOOM), perRowIn(360)]).toEqual([50, 50, 20])
    expect(groupSize(300, 50).width).toBe(736)
    expect(groupSize(300, 20).height - groupSize(280, 20).height).toBe(14)
    expect(groupSize(12, 50).width).toBeLessThan(groupSize(300, 20).width)
  })
})

it('counts members by their marks in the order of a sentence', () => {
  const some = [member(0), member(1, { status: 'started' }), member(2, { status: 'failed' }), member(3)]
  expect(countMarks(some).map(({ status, count }) => `${count} ${status}`)).toEqual([
    '2 ended',
    '1 failed',
    '1 started',
  ])
})

it('knows the middle, the 95th percentile and the slowest of the durations', () => {
  const durations = heatDurations([...members(100), member(7, { ended: null })])
  expect([durations?.p50, durations?.p95, durations?.slowest.ms]).toEqual([49_000, 94_000, 99_000])
  expect(durations?.slowest.member.name).toBe('shard 99')
  expect(heatDurations([member(1)])).toBeNull()
})

it('of several that are equally long in words names the one that ended last, which also sets the length', () => {
  const run = (index: number, started: string, ended: string) =>
    member(index, { started: `2026-03-01T14:${started}Z`, ended: `2026-03-01T14:${ended}Z` })
  const equal = [
    run(0, '00:00.000', '01:30.400'),
    run(1, '00:05.000', '01:35.100'),
    run(2, '00:06.000', '00:07.000'),
  ]
  expect(heatDurations(equal)?.slowest.member.name).toBe('shard 1')
  const [one, other] = [
    { begin: 0, end: 9 },
    { begin: 1, end: 9 },
  ] as const
  expect([setsLength(one, other), setsLength(other, one), setsLength(one, { begin: 0, end: 8 })]).toEqual([
    true,
    false,
    true,
  ])
})
