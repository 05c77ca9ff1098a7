import { expect, test } from 'vitest'
import { isPolledNow, pollersNow, pollSummary, stoppedHosts, type PollerFacts } from './polling.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const poller = (
  hostName: string,
  seconds: number,
  version: string | null = '4.0.3',
  running = 0,
): PollerFacts => ({
  hostName,
  version,
  lastPollAt: new Date(NOW - seconds * 1000).toISOString(),
  running,
})

// Fails when one screen calls a process polling that another calls missed: `pollersNow` is the rule of all.
test('polls, silent after one missed poll, gone after three, replaced by another version on its host, past after half an hour', () => {
  const states = pollersNow(
    [
      poller('mail-10', 29),
      poller('mail-3', 30),
      poller('mail-9', 59),
      poller('mail-2', 0),
      poller('mail-4', 60),
      poller('mail-2', 300, '4.0.2'),
      poller('mail-7', 1801),
      { hostName: 'new', version: null, lastPollAt: null, running: null },
    ],
    NOW,
  ).map(({ hostName, state }) => [hostName, state])
  expect(states).toEqual([
    ['mail-2', 'polls'],
    ['mail-10', 'polls'],
    ['mail-3', 'silent'],
    ['mail-9', 'silent'],
    ['mail-4', 'gone'],
    ['mail-2', 'replaced'],
    ['mail-7', 'past'],
    ['new', 'past'],
  ])
})

test('one that works on a task is there, although it does not poll meanwhile', () => {
  expect(pollersNow([poller('slow', 3600, '1', 2)], NOW)[0]!.state).toBe('polls')
})

test('a queue is polled while one of its processes polls or works, or the platform executes its tasks', () => {
  const polled = (...pollers: PollerFacts[]) => isPolledNow({ pollers, builtin: false }, NOW)
  expect([
    polled(),
    polled(poller('a', 32)),
    polled(poller('a', 32, '1', 1)),
    polled(poller('a', 3)),
  ]).toEqual([false, false, true, true])
  expect(isPolledNow({ pollers: [], builtin: true }, NOW)).toBe(true)
})

test('a version that differs from most is odd; of two the lower one', () => {
  const odd = (...pollers: PollerFacts[]) =>
    pollersNow(pollers, NOW).map(({ hostName, isOdd }) => [hostName, isOdd])
  expect(odd(poller('a', 0), poller('b', 0), poller('c', 0, '4.0.2'), poller('d', 0, null))).toEqual([
    ['a', false],
    ['b', false],
    ['c', true],
    ['d', false],
  ])
  expect(odd(poller('a', 0, '2.10.0'), poller('b', 0, '2.9.0'))).toEqual([
    ['a', false],
    ['b', true],
  ])
})

test('an address is left out once a process has a name, unless it polls', () => {
  const hosts = (...pollers: PollerFacts[]) => pollersNow(pollers, NOW).map(({ hostName }) => hostName)
  expect(hosts(poller('mail-4', 0), poller('127.0.0.1', 900, null))).toEqual(['mail-4'])
  expect(hosts(poller('mail-4', 900), poller('10.3.41.19', 60, null), poller('fe80::1', 61, null))).toEqual([
    'mail-4',
  ])
  expect(hosts(poller('mail-4', 0), poller('127.0.0.1', 3, null))).toEqual(['127.0.0.1', 'mail-4'])
  expect(hosts(poller('127.0.0.1', 900, null))).toEqual(['127.0.0.1'])
  expect(hosts(poller('mail-4', 0), poller('127.0.0.1', 900, '1.0'))).toEqual(['mail-4', '127.0.0.1'])
  expect(hosts(poller('mail-4', 0), poller('mail-5', 900, null))).toEqual(['mail-4', 'mail-5'])
})

test('the summary counts those that ceased in the last 10 minutes, and names them and the versions that poll', () => {
  const pollers = [
    poller('a', 0),
    poller('b', 0, '4.0.2'),
    poller('c', 599, '3.0.0'),
    poller('e', 600, '3.0.0'),
    poller('b', 500, '4.0.1'),
    poller('d', 7200),
    poller('f', 32, '4.0.2'),
  ]
  expect(pollSummary(pollersNow(pollers, NOW), NOW)).toEqual({
    polling: 2,
    silent: 1,
    silentFor: 32_000,
    of: 4,
    gone: ['c'],
    versions: ['4.0.3', '4.0.2'],
  })
  expect(pollSummary([], NOW)).toEqual({
    polling: 0,
    silent: 0,
    silentFor: null,
    of: 0,
    gone: [],
    versions: [],
  })
})

test('hosts to restart are those that ceased to poll a queue that is in trouble, or the last one', () => {
  const hosts = (code: string, ...pollers: PollerFacts[]) =>
    stoppedHosts({ pollers, builtin: false, verdict: { code } }, NOW)
  const [polls, gone, past] = [poller('a', 0), poller('b', 500), poller('c', 7200)]
  expect(hosts('growing', polls, gone, past)).toEqual(['b'])
  expect(hosts('stalled', polls, past, poller('d', 9000))).toEqual(['c'])
  expect(hosts('steady', polls, gone)).toEqual([])
  expect(hosts('growing', polls)).toEqual([])
  expect(hosts('idle', past, poller('d', 9000))).toEqual(['c'])
  expect(hosts('nobody')).toEqual([])
})
