import { expect, test } from 'vitest'
import type { QueueAnswer } from './behind.ts'
import { pollingOfWorker } from './of-worker.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const poller = (hostName: string, minutes: number, version = '4.0.3') => ({
  hostName,
  version,
  lastPollAt: ago(minutes),
  running: 0,
})
const queue = (alias: string, over: Partial<QueueAnswer> = {}) =>
  ({
    type: 'task.mail.send',
    alias,
    queued: 0,
    started: 0,
    lastPollAt: null,
    oldestQueued: null,
    pollers: [],
    verdict: { code: 'idle', text: 'idle' },
    ...over,
  }) as unknown as QueueAnswer
const stuck = { verdict: { code: 'nobody', text: '' }, queued: 24, oldestQueued: ago(13) }

test('a process that polls several aliases is one, and is there when it polls any of them', () => {
  const both = [
    queue('default', { pollers: [poller('a', 0), poller('b', 5)], started: 2, queued: 3 }),
    queue('edge', { pollers: [poller('b', 0), poller('c', 9), poller('a', 0, '4.0.2')], started: 1 }),
  ]
  expect(pollingOfWorker(both, NOW)).toEqual({
    polling: 3,
    silent: 0,
    silentFor: null,
    of: 4,
    gone: ['c'],
    versions: ['4.0.3', '4.0.2'],
    nobody: null,
    isStuck: false,
    running: 3,
    waiting: 3,
  })
})

test('the alias in which tasks wait and that no worker polls is named', () => {
  const polled = queue('default', { pollers: [poller('a', 0)] })
  expect(pollingOfWorker([polled, queue('bigbatch', stuck)], NOW)).toMatchObject({
    nobody: 'nobody polls bigbatch',
    isStuck: true,
    polling: 1,
    waiting: 24,
  })
})

test('when no worker polls any alias its span is known, whether tasks wait or not', () => {
  expect(pollingOfWorker([queue('default', stuck)], NOW).nobody).toBe('nobody polls since 13 min')
  const past = queue('default', { lastPollAt: ago(180), pollers: [poller('a', 180)] })
  expect(pollingOfWorker([past, queue('edge')], NOW)).toMatchObject({
    nobody: 'nobody polls since 3 h',
    isStuck: false,
    of: 0,
  })
  expect(pollingOfWorker([queue('default')], NOW).nobody).toBe('nobody polls')
})
