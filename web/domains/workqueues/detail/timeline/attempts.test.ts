import { describe, expect, it } from 'vitest'
import { type AttemptRow, attemptsByTask, attemptsOf, pastByTask, type TimelineTask } from './attempts.ts'
import { restartsOf } from './restarts.ts'
import { timelineTask } from './test-bed.tsx'

const iso = (second: number) => new Date(second * 1000).toISOString()
const ms = (second: number) => second * 1000

function row(number: number, over: Partial<AttemptRow> = {}): AttemptRow & { taskId: string } {
  return {
    taskId: 't-a',
    number,
    round: 0,
    ofRound: number,
    alias: 'default',
    version: null,
    hostName: null,
    queuedAt: iso(number * 10),
    startedAt: iso(number * 10 + 1),
    endedAt: iso(number * 10 + 5),
    status: 'failed',
    reason: 'timed out',
    lease: 'returned',
    actor: 'ana',
    ...over,
  }
}

function latestOf(task: Partial<TimelineTask>, rows: (AttemptRow & { taskId: string })[] = []) {
  const own = attemptsByTask([timelineTask('a', task)], pastByTask(rows)).get('t-a') ?? []
  return { own, latest: own.at(-1) }
}

describe('attemptsByTask', () => {
  it('has none for a task that was never queued', () => {
    expect(latestOf({ status: 'notstarted', attempt: 0 }).own).toEqual([])
    expect(latestOf({ status: 'skipped', attempt: 0 }).own).toEqual([])
  })
  it('draws only the latest attempt where past ones are not known', () => {
    const { own } = latestOf({ status: 'started', attempt: 3, queued: iso(30), started: iso(31) })
    expect(own).toMatchObject([{ number: 3, ofRound: 3, queued: ms(30), started: ms(31), ended: null }])
  })
  it('numbers an attempt that waits for a worker after those that ran', () => {
    const queued = latestOf({ status: 'queued', attempt: 1, queued: iso(20), retry: { max: 2 } }, [row(1)])
    expect(queued.own.map(({ number, status }) => [number, status])).toEqual([
      [1, 'failed'],
      [2, 'queued'],
    ])
    // A foreign platform keeps the times of the attempt before.
    const kept = latestOf({ status: 'queued', attempt: 1, queued: iso(20), started: iso(11), ended: iso(15) })
    expect(kept.latest).toMatchObject({ number: 2, started: null, ended: null })
  })
  it('keeps the failed attempt of a task that a cancel stopped before its retry', () => {
    const task = { status: 'skipped', attempt: 1, queued: iso(10), started: iso(11), ended: iso(15) }
    expect(latestOf(task, [row(1)]).own).toMatchObject([{ number: 1, status: 'failed' }])
    expect(latestOf({ ...task, started: null }, [row(1)]).own).toHaveLength(1)
    expect(latestOf(task).own).toMatchObject([{ number: 1, status: 'skipped' }])
  })
  it('shows a failed attempt before its retry as failed', () => {
    const task = { status: 'retry', attempt: 1, queued: iso(10), started: iso(11), ended: iso(15) }
    expect(latestOf(task).latest).toMatchObject({ number: 1, status: 'failed' })
  })
  it('takes the live task where a past attempt has its number', () => {
    const task = { status: 'ended', attempt: 2, queued: iso(20), started: iso(21), ended: iso(29) }
    const { own } = latestOf({ ...task, retry: { max: 3 } }, [row(1), row(2)])
    expect(own.map(({ number, status }) => [number, status])).toEqual([
      [1, 'failed'],
      [2, 'ended'],
    ])
  })
  it('counts a retry on and starts again at 1 after a restart', () => {
    const task = { status: 'started', attempt: 3, queued: iso(30), started: iso(31) }
    expect(latestOf({ ...task, retry: { max: 2 } }, [row(1), row(2)]).latest).toMatchObject({
      round: 0,
      ofRound: 3,
      actor: 'ana',
    })
    expect(latestOf({ ...task, retry: { max: 1 } }, [row(1), row(2)]).latest).toMatchObject({
      round: 1,
      ofRound: 1,
      actor: null,
    })
    // A lost lease is followed by another attempt without a retry rule and without a restart.
    expect(latestOf({ ...task, retry: { max: 0 } }, [row(2, { lease: 'lost' })]).latest).toMatchObject({
      round: 0,
    })
  })
  it('takes round and actor from the attempts of the task where they were read', () => {
    const task = timelineTask('a', { status: 'started', attempt: 2, queued: iso(20), started: iso(21) })
    const known = new Map([
      ['t-a', attemptsOf([row(2, { round: 1, ofRound: 1, actor: 'ben', status: 'started' })])],
    ])
    const found = attemptsByTask([task], pastByTask([row(1)]), known)
      .get('t-a')
      ?.at(-1)
    expect(found).toMatchObject({ round: 1, ofRound: 1, actor: 'ben', ended: null })
  })
  it('reads rows of a platform that leaves numbers out, and sorts the others', () => {
    expect(attemptsOf([row(2), row(1)]).map(({ number }) => number)).toEqual([1, 2])
    expect(attemptsOf([{ ...row(1), number: null, ofRound: null, round: null }])).toMatchObject([
      { number: 1, ofRound: 1, round: 0 },
    ])
    expect(pastByTask([{ ...row(1), taskId: null }]).size).toBe(0)
  })
})

describe('restartsOf', () => {
  const restarted = (taskId: string, at: number, actor: string | null) =>
    [taskId, attemptsOf([row(1), row(2, { round: 1, ofRound: 1, queuedAt: iso(at), actor })])] as const
  it('is one for tasks restarted together, with who is known of any of them', () => {
    const found = restartsOf(
      new Map([restarted('a', 100, 'ana'), restarted('b', 101, null), restarted('c', 300, 'ben')]),
    )
    expect(found).toEqual([
      { at: ms(100), actor: 'ana', taskIds: ['a', 'b'] },
      { at: ms(300), actor: 'ben', taskIds: ['c'] },
    ])
  })
  it('keeps restarts of two people apart', () =>
    expect(restartsOf(new Map([restarted('a', 100, 'ana'), restarted('b', 101, 'ben')]))).toHaveLength(2))
  it('is none without restarts', () =>
    expect(restartsOf(new Map([['a', attemptsOf([row(1), row(2)])]]))).toEqual([]))
})
