import { describe, expect, it } from 'vitest'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import { criticalPath } from './critical-path.ts'
import { attempt, randomFrom, timelineTask } from './test-bed.tsx'

const byId = (entries: Record<string, TimelineAttempt[]>) =>
  new Map(Object.entries(entries).map(([name, own]) => [`t-${name}`, own]))
const idsOf = (...names: string[]) => names.map((name) => `t-${name}`)

describe('criticalPath', () => {
  it('leads through the dependency that ended last, with its retries', () => {
    const tasks = [
      timelineTask('load'),
      timelineTask('fast', { depends: ['load'] }),
      timelineTask('slow', { depends: ['load'] }),
      timelineTask('join', { depends: ['fast', 't-slow'] }),
      timelineTask('beside', { depends: ['load'] }),
    ]
    const attempts = byId({
      load: [attempt([0, 1, 10])],
      fast: [attempt([10, 11, 60])],
      slow: [attempt([10, 11, 20], { status: 'failed' }), attempt([50, 50, 80], { number: 2, ofRound: 2 })],
      join: [attempt([80, 81, 100])],
      beside: [attempt([10, 12, 99])],
    })
    const path = criticalPath(tasks, attempts, { now: 100 })
    expect(path.taskIds).toEqual(idsOf('load', 'slow', 'join'))
    expect([path.has('t-slow'), path.has('t-fast')]).toEqual([true, false])
  })
  it('of a failed run ends with what ended last, without the tasks of the failure', () => {
    const tasks = [
      timelineTask('load'),
      timelineTask('charge', { depends: ['load'], status: 'failed' }),
      timelineTask('next', { depends: ['charge'], status: 'notstarted' }),
      timelineTask('page'),
    ]
    const attempts = byId({
      load: [attempt([0, 1, 10])],
      charge: [attempt([10, 11, 30], { status: 'failed' })],
      next: [],
      page: [attempt([30, 30, 90])],
    })
    const path = criticalPath(tasks, attempts, { now: 90, aside: new Set(['t-page']) })
    expect(path.taskIds).toEqual(idsOf('load', 'charge'))
    expect(criticalPath(tasks, attempts, { now: 90 }).taskIds).toEqual(idsOf('page'))
  })
  it('of a run under way ends with the unfinished task that began first', () => {
    const tasks = [
      timelineTask('a', { status: 'started' }),
      timelineTask('b', { status: 'retry' }),
      timelineTask('c', { status: 'queued' }),
    ]
    const attempts = byId({
      a: [attempt([5, 6])],
      b: [attempt([0, 1, 2], { status: 'failed' })],
      c: [attempt([4])],
    })
    expect(criticalPath(tasks, attempts, { now: 50 }).taskIds).toEqual(idsOf('b'))
  })
  it('leads through a skipped task without listing it', () => {
    const tasks = [
      timelineTask('load'),
      timelineTask('maybe', { depends: ['load'], status: 'skipped', ended: new Date(12).toISOString() }),
      timelineTask('join', { depends: ['maybe'] }),
    ]
    const attempts = byId({ load: [attempt([0, 1, 10])], maybe: [], join: [attempt([12, 13, 20])] })
    expect(criticalPath(tasks, attempts, { now: 20 }).taskIds).toEqual(idsOf('load', 'join'))
  })
  it('ends on a circle and an unknown dependency', () => {
    const tasks = [timelineTask('a', { depends: ['b', 'gone'] }), timelineTask('b', { depends: ['a'] })]
    const attempts = byId({ a: [attempt([0, 1, 9])], b: [attempt([0, 1, 8])] })
    expect(criticalPath(tasks, attempts, { now: 9 }).taskIds).toEqual(idsOf('b', 'a'))
  })
  it('of nothing is empty', () => {
    expect(
      criticalPath([timelineTask('a', { status: 'notstarted' })], byId({ a: [] }), { now: 5 }).taskIds,
    ).toEqual([])
  })

  it('sums up to the length of any run whose tasks are queued when their last dependency ends', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { tasks, attempts, length } = simulated(randomFrom(seed))
      const path = criticalPath(tasks, attempts, { now: length })
      const times = path.taskIds.map((id) => attempts.get(id)!)
      expect(times.reduce((sum, own) => sum + own.at(-1)!.ended! - own[0]!.queued!, 0)).toBe(length)
      path.taskIds.slice(1).forEach((id, index) => {
        const task = tasks.find((each) => each.id === id)!
        expect(task.depends).toContain(path.taskIds[index]!.slice(2))
      })
    }
  })
})

/** A run with random edges, waits and retries, in which each task is queued when the last of its dependencies ends. */
function simulated(random: () => number) {
  const tasks: TimelineTask[] = []
  const attempts = new Map<string, TimelineAttempt[]>()
  const ends: number[] = []
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  for (let index = 0; index < 30; index++) {
    const depends = Array.from({ length: Math.min(index, Math.floor(random() * 4)) }, () =>
      Math.floor(random() * index),
    )
    let at = Math.max(0, ...depends.map((each) => ends[each]!))
    const own = Array.from({ length: upTo(3) }, (_, number) => {
      const queued = number === 0 ? at : at + upTo(20)
      const started = queued + upTo(10)
      at = started + upTo(50)
      return attempt([queued, started, at], { number: number + 1, ofRound: number + 1 })
    })
    ends.push(at)
    attempts.set(`t-${index}`, own)
    tasks.push(timelineTask(String(index), { depends: depends.map(String) }))
  }
  return { tasks, attempts, length: Math.max(...ends) }
}
