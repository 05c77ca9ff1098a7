import { describe, expect, it } from 'vitest'
import {
  canMoveTogether,
  isOlderTask,
  mergeLogs,
  taskDuration,
  versionAtHost,
  waitToTell,
  type TimedTask,
} from './rules.ts'

const at = (second: number) => new Date(Date.UTC(2024, 10, 20, 14, 3, second)).toISOString()
const task = (status: string, rest: Partial<TimedTask> = {}): TimedTask => ({
  status,
  queued: null,
  started: null,
  ended: null,
  attempt: 1,
  ...rest,
})

describe('waitToTell', () => {
  it.each([
    [1000, null],
    [1001, 1001],
  ])('of %i ms: %s', (wait, told) => {
    expect(waitToTell({ started: at(5), wait })).toBe(told)
  })

  it('is null before the start or without a wait', () => {
    expect(waitToTell({ started: null, wait: 5000 })).toBeNull()
    expect(waitToTell({ started: at(5), wait: null })).toBeNull()
  })
})

describe('taskDuration', () => {
  it('is none before the start, even when a restart has kept the old start', () => {
    expect(taskDuration(task('notstarted'))).toEqual({ kind: 'none' })
    expect(taskDuration(task('queued', { started: at(1) }))).toEqual({ kind: 'none' })
  })
  it('is running when started without end', () => {
    expect(taskDuration(task('started', { started: at(1) }))).toEqual({
      kind: 'running',
      since: Date.parse(at(1)),
    })
  })
  it('is a length with both, never negative', () => {
    expect(taskDuration(task('ended', { started: at(1), ended: at(5) }))).toEqual({
      kind: 'length',
      ms: 4000,
    })
    expect(taskDuration(task('ended', { started: at(5), ended: at(1) }))).toEqual({ kind: 'length', ms: 0 })
  })
  it('is none between two attempts', () => {
    expect(taskDuration(task('retry', { started: at(1) }))).toEqual({ kind: 'none' })
  })
})

describe('canMoveTogether', () => {
  it.each([
    [['task.shop.pay', 'task.shop.pay'], true],
    [['task.shop.pay', 'task.shop.ship'], false],
    [['task.workforce.noop'], false],
    [['task.script.clean'], false],
    [[], false],
  ])('%j: %s', (types, can) => {
    expect(canMoveTogether(types.map((type) => ({ type })))).toBe(can)
  })
})

describe('versionAtHost', () => {
  it.each([
    ['2.1.0', 'crane-07', '2.1.0 @ crane-07'],
    ['2.1.0', null, '2.1.0'],
    [null, 'crane-07', 'crane-07'],
    [null, null, null],
  ])('%s, %s: %s', (version, host, text) => {
    expect(versionAtHost(version, host)).toBe(text)
  })
})

describe('isOlderTask', () => {
  const ended = task('ended', { queued: at(1), started: at(2), ended: at(9) })

  it('an ended task never changes back by a late event', () => {
    expect(isOlderTask(ended, task('started', { queued: at(1), started: at(2) }))).toBe(true)
    expect(isOlderTask(ended, task('queued', { queued: at(1) }))).toBe(true)
    expect(isOlderTask(ended, task('notstarted'))).toBe(true)
  })
  it('a newer attempt counts, an older one does not', () => {
    expect(isOlderTask(ended, task('started', { attempt: 2, started: at(12) }))).toBe(false)
    expect(
      isOlderTask(task('started', { attempt: 2, started: at(12) }), task('failed', { ended: at(9) })),
    ).toBe(true)
  })
  it('a restart within one attempt counts by its newer start', () => {
    const failed = task('failed', { queued: at(1), started: at(2), ended: at(9) })
    expect(isOlderTask(failed, task('queued', { queued: at(20) }))).toBe(false)
    expect(isOlderTask(failed, task('queued', { queued: at(1) }))).toBe(true)
  })
  it('a restart may release skipped tasks', () => {
    expect(isOlderTask(task('skipped', { ended: at(9) }), task('notstarted', { attempt: 0 }))).toBe(true)
    expect(
      isOlderTask(task('skipped', { ended: at(9), attempt: 0 }), task('notstarted', { attempt: 0 })),
    ).toBe(false)
    expect(isOlderTask(task('skipped', { ended: at(9) }), task('queued', { queued: at(3) }))).toBe(true)
  })
  it('the number of restarts decides, where both have it', () => {
    const reset = task('notstarted', { round: 1 })
    expect(isOlderTask({ ...ended, round: 0 }, reset)).toBe(false)
    expect(isOlderTask(task('started', { round: 0 }), reset)).toBe(false)
    expect(isOlderTask(reset, { ...ended, round: 0, attempt: 2 })).toBe(true)
    expect(isOlderTask({ ...ended, round: null }, reset)).toBe(true)
  })
  it('a running task never changes to an earlier status', () => {
    expect(isOlderTask(task('queued', { queued: at(1) }), task('notstarted'))).toBe(true)
    expect(
      isOlderTask(task('started', { queued: at(1), started: at(2) }), task('queued', { queued: at(1) })),
    ).toBe(true)
    expect(isOlderTask(task('retry', { started: at(2) }), task('queued', { queued: at(4) }))).toBe(false)
    const started = task('started', { queued: at(1), started: at(2) })
    expect(isOlderTask(started, task('queued', { queued: at(2) }))).toBe(false)
    expect(
      isOlderTask(task('started', { started: at(2) }), task('ended', { started: at(2), ended: at(3) })),
    ).toBe(false)
  })
})

describe('mergeLogs', () => {
  const log = (id: string, second: number) => ({ id, taskId: 't', timestamp: at(second) })

  it('orders by timestamp, keeps the order of equal ones and drops known entries', () => {
    const known = [log('a', 1), log('c', 3)]
    const merged = mergeLogs(known, [log('d', 3), log('b', 2), log('a', 1), log('b', 2)])
    expect(merged.map((each) => each.id).join('')).toBe('abcd')
  })
  it('compares moments, not texts', () => {
    const known = [{ id: 'late', taskId: 't', timestamp: '2024-11-20T14:00:00.000Z' }]
    const early = { id: 'early', taskId: 't', timestamp: '2024-11-20T15:30:00.000+02:00' }
    expect(mergeLogs(known, [early])[0]).toBe(early)
  })
  it('returns the same list when nothing is new', () => {
    const known = [log('a', 1)]
    expect(mergeLogs(known, [log('a', 1)])).toBe(known)
  })
})
