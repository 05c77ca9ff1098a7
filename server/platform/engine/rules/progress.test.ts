import { describe, expect, test } from 'vitest'
import { workqueueChannel } from '#shared/realtime/events.ts'
import { RunOf } from '#tests/support/run-of.ts'
import { keyInputs } from '../key-inputs.ts'
import { messagesOfWrite } from '../live.ts'
import { wireTaskCounts } from '../progress.ts'
import { snapshotOf } from '../snapshot.ts'

const counted = ({ run }: RunOf) =>
  Object.entries(wireTaskCounts(run.taskCounts))
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')
const worker = 'task.payments.charge'

test('the counts of tasks by status and their letters follow every change', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'], type: worker }, c: { depends: ['b'] } })
  const seen = [[run.run.strip, counted(run)]]
  const note = () => seen.push([run.run.strip, counted(run)])
  run.end('a')
  note()
  run.on('b', { type: 'taken', holder: null })
  note()
  run.fail('b')
  note()
  run.restart('b')
  run.on('b', { type: 'taken', holder: null })
  run.end('b')
  note()
  run.end('c')
  note()
  expect(seen).toEqual([
    ['snn', '2 notstarted, 1 started'],
    ['eqn', '1 notstarted, 1 queued, 1 ended'],
    ['esn', '1 notstarted, 1 started, 1 ended'],
    ['efn', '1 notstarted, 1 ended, 1 failed'],
    ['ees', '1 started, 2 ended'],
    ['eee', '3 ended'],
  ])
})

test('a run that an earlier version has stored gets its counts and letters with its next event', () => {
  const run = new RunOf({ a: {}, b: { depends: ['a'] } })
  run.snapshot = snapshotOf({ ...run.run, taskCounts: [], strip: null })
  run.end('a')
  expect([run.run.strip, counted(run)]).toEqual(['es', '1 started, 1 ended'])
})

test('a run with more than 24 tasks has counts and no letters', () => {
  const of = (count: number) =>
    new RunOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, { type: worker }])))
  expect(of(24).run.strip).toBe('q'.repeat(24))
  expect(of(25).run).toMatchObject({ strip: null, taskCounts: [0, 25, 0, 0, 0, 0, 0] })
})

describe('the active time', () => {
  test('is that in which a task is queued or started: no delay of a retry, no wait for a restart', () => {
    const run = new RunOf({ a: { retry: { max: 1, delayMs: 1000, factor: 1 } } })
    expect(run.run).toMatchObject({ activeMs: 0, activeSince: 1010 })
    run.fail('a')
    expect(run.run).toMatchObject({ activeMs: 10, activeSince: null })
    run.at += 1000
    run.on('a', { type: 'retryDue' })
    run.fail('a')
    expect(run.run).toMatchObject({ activeMs: 20, activeSince: null, status: 'failed' })
    run.at += 5000
    run.restart('a')
    expect(run.run).toMatchObject({ activeMs: 20, activeSince: 7050 })
    run.end('a')
    expect(run.run).toMatchObject({ activeMs: 30, activeSince: null, restarts: 1 })
  })

  test('does not grow while one task follows the other, nor shrink when a clock goes back', () => {
    const run = new RunOf({ a: {}, b: { depends: ['a'] } })
    run.end('a')
    expect(run.run).toMatchObject({ activeMs: 0, activeSince: 1010 })
    run.at = 500
    run.end('b')
    expect(run.run).toMatchObject({ activeMs: 0, activeSince: null })
  })

  test('begins with the next event of a run that an earlier version has written', () => {
    const run = new RunOf({ a: {}, b: {} })
    run.snapshot = snapshotOf({ ...run.run, activeSince: null })
    run.end('a')
    expect(run.run.activeSince).toBe(1020)
  })
})

test('live messages of a run contain what has changed of its progress', () => {
  const run = new RunOf({ a: {}, b: { type: worker } })
  const before = run.run
  run.end('a')
  const list = messagesOfWrite(before, run.run, run.last!.changes).find(({ channel }) =>
    /workqueues$/.test(channel),
  )
  expect(list).toMatchObject({ event: 'update', data: { strip: 'eq', taskCounts: { ended: 1, queued: 1 } } })
  expect(list?.data).not.toHaveProperty('activeMs')
})

test('live messages of a run that is reopened contain the id of its new trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const run = new RunOf({ a: {} })
  run.fail('a')
  const before = run.run
  run.on('a', { type: 'restart', actor: 'bob@test', trace: traceparent })
  const messages = messagesOfWrite(before, run.run, run.last!.changes)
  const own = messages.find(({ channel }) => channel === workqueueChannel('app', 'run'))
  expect(own).toMatchObject({ event: 'status', data: { traceId: '0af7651916cd43dd8448eb211c80319c' } })
})

test('the inputs of lists are the first eight plain fields, with long texts cut', () => {
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`n${n}`, n]))
  const state = {
    list: [1],
    ['x'.repeat(101)]: 1,
    nothing: null,
    flag: false,
    long: 'é'.repeat(101),
    ...many,
  }
  expect(keyInputs(state)).toEqual({
    flag: false,
    long: 'é'.repeat(100),
    n0: 0,
    n1: 1,
    n2: 2,
    n3: 3,
    n4: 4,
    n5: 5,
  })
  expect(keyInputs({ text: `${'a'.repeat(99)}😀` })).toEqual({ text: 'a'.repeat(99) })
  expect(Object.keys(keyInputs(JSON.parse('{"__proto__":1}') as never))).toEqual(['__proto__'])
})
