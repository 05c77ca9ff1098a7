import { describe, expect, it } from 'vitest'
import { countsAt, attemptEvents, isGoing, skippedMoments, stepFrom, taskAt } from './moments.ts'
import { attempt, timelineTask } from './test-bed.tsx'

describe('events', () => {
  const events = attemptEvents(
    new Map([
      ['a', [attempt([30, 40, 50])]],
      ['b', [attempt([10, 20, 30]), attempt([null, 35])]],
    ]),
  )
  it('are every change once, in order', () => expect(events).toEqual([10, 20, 30, 35, 40, 50]))
  it.each([
    [null, -1, 50],
    [null, 1, null],
    [50, 1, null],
    [50, -1, 40],
    [45, -1, 40],
    [45, 1, 50],
    [10, -1, null],
    [5, -1, null],
    [5, 1, 10],
    [99, -1, 50],
  ] as const)('from %s by %d lead to %s', (at, direction, to) =>
    expect(stepFrom(events, at, direction)).toBe(to),
  )
  it('visits all of them there and back', () => {
    const seen: number[] = []
    for (let at = stepFrom(events, null, -1); at !== null; at = stepFrom(events, at, -1)) seen.push(at)
    expect(seen).toEqual([...events].reverse())
  })
  it('are none without attempts', () => expect(stepFrom([], null, -1)).toBeNull())
})

describe('taskAt', () => {
  const own = [
    attempt([10, 20, 30], { status: 'failed' }),
    attempt([40, 40, 50], { status: 'failed', number: 2, ofRound: 2 }),
    attempt([90, 95, 99], { number: 3, round: 1, ofRound: 1 }),
  ]
  const task = timelineTask('a')
  it.each([
    [9, 'notstarted'],
    [10, 'queued'],
    [20, 'started'],
    [29, 'started'],
    [30, 'retry'],
    [40, 'started'],
    [50, 'failed'],
    [89, 'failed'],
    [90, 'queued'],
    [95, 'started'],
    [99, 'ended'],
    [500, 'ended'],
  ])('at %d is %s', (at, status) => expect(taskAt(own, at, task).status).toBe(status))
  it('tells the attempt', () => expect(taskAt(own, 45, task).attempt?.number).toBe(2))
  it('waits to retry after the last attempt', () => {
    const waiting = timelineTask('a', { status: 'retry' })
    expect(taskAt(own.slice(0, 1), 35, waiting).status).toBe('retry')
  })
  it('says nothing about attempts that are not known', () =>
    expect(taskAt([attempt([40, 40, 50], { number: 2 })], 20, task).status).toBe('unknown'))
  it('was skipped from its moment on', () => {
    const skipped = timelineTask('b', { status: 'skipped' })
    expect([19, 20].map((at) => taskAt([], at, skipped, 20).status)).toEqual(['notstarted', 'skipped'])
    expect(taskAt([], 20, skipped).status).toBe('notstarted')
  })
})

it('a skipped task became so when it says, else with the last of its dependencies', () => {
  const tasks = [
    timelineTask('load'),
    timelineTask('maybe', { status: 'skipped', depends: ['load'] }),
    timelineTask('after', { status: 'skipped', depends: ['maybe'] }),
    timelineTask('told', { status: 'skipped', ended: new Date(77).toISOString() }),
    timelineTask('stopped', { status: 'skipped' }),
  ]
  const attempts = new Map([
    ['t-load', [attempt([0, 1, 10])]],
    ['t-stopped', [attempt([0, 1, 5], { status: 'skipped' })]],
  ])
  expect([...skippedMoments(tasks, attempts)]).toEqual([
    ['t-maybe', 10],
    ['t-after', 10],
    ['t-told', 77],
  ])
})

it('counts statuses', () =>
  expect([...countsAt(['a', 'b', 'a'])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]))

it('goes on while a task is under way', () => {
  expect(isGoing([{ status: 'ended' }, { status: 'notstarted' }, { status: 'failed' }])).toBe(false)
  for (const status of ['queued', 'started', 'retry']) expect(isGoing([{ status }])).toBe(true)
})
