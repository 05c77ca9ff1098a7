import { expect, test } from 'vitest'
import { RunOf, type TaskSketch } from '#tests/support/run-of.ts'
import type { RunEvent } from '../events.ts'
import { failureEventsOf, noFailureFeed } from './failure-events.ts'

/** A run, and what each of its changes hands on, as `kind task#attempt: reason`. */
class HandingOn extends RunOf {
  handed: string[] = []
  feed = noFailureFeed

  override move(event: Omit<RunEvent, 'at'>): string | null {
    // The first event is moved by the constructor.
    const before = this.last ? this.run : null
    const refused = super.move(event)
    const { snapshot, changes } = this.last!
    const events = failureEventsOf(before, snapshot, changes, this.feed ?? noFailureFeed)
    this.handed ??= []
    for (const { kind, taskName, attempt, reason, named } of events)
      this.handed.push(`${kind} ${taskName}#${attempt}: ${reason ?? ''}${named ? ` (${named})` : ''}`)
    return refused
  }
}

const type = 'task.shop.pay'
const runOf = (tasks: Record<string, TaskSketch>) => new HandingOn(tasks)
const take = (run: RunOf, name = 'a') => run.on(name, { type: 'taken', holder: null })

test('a run without failures hands nothing on', () => {
  const run = runOf({ a: {}, b: { depends: ['a'] } })
  run.end('a')
  run.end('b')
  expect(run.handed).toEqual([])
})

test('each failed attempt is handed on once, and the success after it', () => {
  const run = runOf({ a: { retry: { max: 1, delayMs: 10, factor: 1 } } })
  run.fail('a', 'one')
  run.on('a', { type: 'retryDue' })
  run.fail('a', 'two')
  run.restart('a')
  run.end('a')
  expect(run.handed).toEqual(['failed a#1: one', 'failed a#2: two', 'passed a#3: '])
})

test('lost leases, dead processes and time-outs are failures with their reasons', () => {
  const run = runOf({ a: { type }, b: {}, c: { timeoutMs: 5 } })
  take(run)
  run.on('a', { type: 'leaseExpired' })
  run.on('b', { type: 'leaseLost' })
  run.on('c', { type: 'timedOut' })
  expect(run.handed).toEqual([
    'failed a#1: The lease of attempt 1 ended before its worker told a result',
    'failed b#1: The process that executed it has ended',
    'failed c#1: Timed out after 5 ms',
  ])
})

test('a task that its worker gives back has not failed', () => {
  const run = runOf({ a: { type } })
  take(run)
  run.on('a', { type: 'leaseExpired', returned: true })
  expect(run.handed).toEqual([])
})

test('a task that is set aside has failed; one that waited for its retry fails once more', () => {
  const run = runOf({ a: { retry: { max: 1, delayMs: 10, factor: 1 } }, b: {} })
  run.fail('a', 'one')
  run.move({ type: 'setAside', taskId: null, reason: 'Set aside', logs: [] } as Omit<RunEvent, 'at'>)
  expect(run.handed).toEqual(['failed a#1: one', 'failed a#2: Set aside', 'failed b#1: Set aside'])
})

test('cancelled tasks have not failed; one that had is handed on with its reason', () => {
  const run = runOf({ a: { retry: { max: 1, delayMs: 10, factor: 1 } }, b: {}, c: { depends: ['b'] } })
  run.fail('a', 'one')
  run.cancel()
  expect(run.handed).toEqual(['failed a#1: one', expect.stringMatching(/^passed a#1: Cancelled by /)])
})

test('several events of one write count each', () => {
  const run = runOf({ a: { type } })
  take(run)
  run.on('a', { type: 'leaseExpired' })
  take(run)
  run.on('a', { type: 'failed', reason: 'two', fingerprint: 'card' })
  expect(run.handed).toEqual([
    'failed a#1: The lease of attempt 1 ended before its worker told a result',
    'failed a#2: two (card)',
  ])
})

test('other successes are handed on only where they matter', () => {
  const run = runOf({ a: {}, b: {} })
  run.feed = { ...noFailureFeed, matters: (_run, name) => name === 'b' }
  run.end('a')
  run.end('b')
  expect(run.handed).toEqual(['passed b#1: '])
})
