import { expect, test } from 'vitest'
import type { QueueAnswer } from './behind.ts'
import { pollingNeed, pollingState } from './need.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const poller = (hostName: string, minutes: number) => ({
  hostName,
  version: '4.0.3',
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

const polled = queue('default', { pollers: [poller('a', 0)] })
const fine = { failing: false }

test.each([
  ['tasks wait that no process takes', [polled, queue('bigbatch', stuck)], { failing: true }, 'unpolled'],
  ['its only process is gone', [queue('default', { pollers: [poller('a', 45)] })], fine, 'unpolled'],
  ['one of its aliases was never polled', [polled, queue('edge')], fine, null],
  ['no alias was ever polled', [queue('default')], fine, null],
  ['its replicas do not poll', [polled, queue('edge')], { failing: false, isDeployed: true }, 'unpolled'],
  ['its tasks fail', [polled], { failing: true }, 'failing'],
  [
    'it does not keep up',
    [queue('default', { ...polled, verdict: { code: 'growing', text: '' } })],
    fine,
    'behind',
  ],
  [
    'a task of it runs far too long',
    [queue('default', { ...polled, started: 6, oldestStarted: ago(16), oldestUsualMs: 4000 })],
    fine,
    'behind',
  ],
  ['it polls', [polled], fine, null],
])('what it needs when %s', (_when, queues, facts, need) => {
  expect(pollingNeed(queues, facts, NOW)).toBe(need)
})

test('without a need, a queue whose processes have missed a poll is neither polled nor unused', () => {
  const silent = queue('default', { pollers: [poller('a', 0.7)] })
  expect(pollingState([silent], fine, NOW)).toBe('silent')
  expect(pollingState([silent, polled], fine, NOW)).toBe('polled')
  expect(pollingState([queue('default')], fine, NOW)).toBe('unused')
})
