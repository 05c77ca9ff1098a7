import { expect, it } from 'vitest'
import { behindVerdict, needNow, saidOf, verdictBeside, type QueueAnswer } from './behind.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const poller = (hostName: string, minutes: number) => ({
  hostName,
  version: '1.0',
  lastPollAt: ago(minutes),
  running: 0,
})
const nothing: QueueAnswer = {
  type: 'task.growth.sendemail',
  alias: 'default',
  queued: 0,
  started: 0,
  oldestQueued: null,
  oldestStarted: null,
  lastStartedAt: null,
  lastPollAt: null,
  rateIn: null,
  rateOut: null,
  waitP95Ms: null,
  limit: null,
  paused: null,
  verdict: { code: 'steady', text: 'steady' },
  pollers: [],
  builtin: false,
}

it.each<[string, Partial<QueueAnswer>, string]>([
  ['nobody', {}, 'no worker ever took this alias'],
  ['nobody', { lastPollAt: ago(13), pollers: [poller('mail-4', 13)] }, 'last poll 13 m ago by mail-4'],
  ['nobody', { lastPollAt: ago(13) }, 'last poll 13 m ago'],
  [
    'growing',
    { rateIn: 50, rateOut: 38.4, pollers: [poller('mail-1', 0), poller('mail-4', 9)] },
    'mail-4 is gone; 50/s in, 38/s out',
  ],
  ['growing', { pollers: [poller('mail-4', 9), poller('mail-5', 9)] }, 'mail-4 and 1 more are gone'],
  ['growing', { rateIn: 5, rateOut: 0 }, '5/s in, 0/s out'],
  ['stalled', { started: 2, oldestStarted: ago(37) }, '2 run, the oldest for 37 m'],
  ['stalled', { started: 1, oldestStarted: ago(37) }, '1 runs, for 37 m'],
  ['stalled', { started: 1 }, '1 runs'],
  ['stalled', { pollers: [poller('a', 0), poller('b', 0)] }, '2 poll and take none'],
  ['stalled', {}, ''],
  ['paused', { queued: 37, paused: { reason: 'new template' } }, 'new template; 37 wait, nothing is lost'],
  ['limit', { started: 2, limit: 2 }, '2 of 2 run'],
  ['clears', { rateIn: 0.1, rateOut: 1.8 }, '0.1/s in, 1.8/s out'],
  ['early', {}, 'needs 2 min of history'],
  [
    'early',
    { queued: 12, oldestQueued: ago(2), lastStartedAt: ago(1), lastPollAt: ago(1), rateIn: 1, rateOut: 1 },
    'no poll for 1 m',
  ],
  [
    'early',
    { queued: 12, oldestQueued: ago(2), lastStartedAt: ago(1), lastPollAt: ago(0) },
    'none started for 1 m',
  ],
  ['early', { queued: 12, oldestQueued: ago(2), lastStartedAt: ago(0) }, 'needs 2 min of history'],
  ['early', { queued: 12, oldestQueued: ago(2), started: 1 }, 'needs 2 min of history'],
  ['steady', { started: 9, waitP95Ms: 400 }, '9 started, wait p95 0.4 s'],
  ['steady', { started: 1200 }, '1,200 started'],
  ['steady', { waitP95Ms: 400 }, 'wait p95 0.4 s'],
  ['idle', { builtin: true }, 'built in'],
  ['idle', {}, 'nobody polls'],
  ['idle', { lastPollAt: ago(13), pollers: [poller('mail-4', 13)] }, 'nobody polls since 13 min'],
  ['idle', { pollers: [poller('a', 0)] }, 'no task for 2 h'],
  ['idle', { pollers: [poller('a', 0)], lastStartedAt: ago(3) }, 'last task 3 m ago'],
  ['haunted', { started: 3 }, '3 started'],
])('%s, %j', (code, over, expected) => {
  expect(behindVerdict({ ...nothing, verdict: { code, text: code }, ...over }, NOW)).toBe(expected)
})

it.each<[string, Partial<QueueAnswer>, string]>([
  ['idle', {}, 'idle'],
  ['idle', { started: 1 }, 'steady'],
  ['idle', { queued: 2 }, 'early'],
  ['nobody', { started: 1 }, 'nobody'],
  ['clears', { queued: 2, oldestQueued: ago(1), lastPollAt: ago(0.75) }, 'early'],
  ['clears', { queued: 2, started: 1, oldestQueued: ago(1), lastPollAt: ago(0.75) }, 'clears'],
  ['steady', { queued: 2, oldestQueued: ago(0.1), lastPollAt: ago(0) }, 'steady'],
])('%s beside newer counters %j is %s', (code, over, expected) => {
  expect(verdictBeside({ ...nothing, verdict: { code, text: code }, ...over }, NOW).code).toBe(expected)
})

// Fails when a word that says fine stands beside a late task, or a short run counts as late.
it.each<[string, Partial<QueueAnswer>, string]>([
  ['steady', { oldestStarted: ago(9), oldestUsualMs: 2000 }, '1 task late: runs 9 m, usually 2 s'],
  ['early', { oldestStarted: ago(9), oldestUsualMs: 2000 }, '1 task late: runs 9 m, usually 2 s'],
  ['idle', { oldestStarted: ago(9), oldestUsualMs: 2000 }, '1 task late: runs 9 m, usually 2 s'],
  [
    'clears',
    { started: 3, oldestStarted: ago(9), oldestUsualMs: 2000 },
    'oldest task late: runs 9 m, usually 2 s; clears',
  ],
  ['steady', { oldestStarted: ago(9), oldestUsualMs: 180_000 }, 'steady: 1 started'],
  ['steady', { oldestStarted: ago(0.1), oldestUsualMs: 10 }, 'steady: 1 started'],
  ['steady', { oldestStarted: ago(9), oldestUsualMs: null }, 'steady: 1 started'],
  ['stalled', { oldestStarted: ago(9), oldestUsualMs: 2000 }, 'stalled: 1 runs, for 9 m'],
])('a queue that is %s, %j, says %s', (code, over, expected) => {
  const said = saidOf({ ...nothing, started: 1, verdict: { code, text: code }, ...over }, NOW)
  expect(`${said.text}: ${said.behind}`).toBe(expected)
  expect(said.isSlow).toBe(expected.includes('late'))
})

it.each([
  [0.03, 'nothing waits', 'last task 1 s ago'],
  [9, 'nothing waits', 'last task 9 m ago'],
  [11, 'idle', 'last task 11 m ago'],
])(
  'a queue without tasks whose last one was started %s min ago is not called idle at once',
  (minutes, text, behind) => {
    const queue = { ...nothing, pollers: [poller('a', 0)], verdict: { code: 'idle', text: 'idle' } }
    expect(saidOf({ ...queue, lastStartedAt: ago(minutes) }, NOW)).toMatchObject({ text, behind })
  },
)

it('a queue of which none is taken says so, not that it is too early to say', () => {
  const waits = {
    ...nothing,
    queued: 12,
    oldestQueued: ago(2),
    verdict: { code: 'early', text: 'too early to say' },
  }
  expect(saidOf({ ...waits, lastPollAt: ago(0.75) }, NOW)).toMatchObject({
    text: 'no poll for 45 s',
    behind: '',
  })
  expect(saidOf({ ...waits, started: 1 }, NOW).text).toBe('too early to say')
})

it.each<[string, Partial<QueueAnswer>, string]>([
  ['steady', {}, 'fine'],
  ['stalled', {}, 'slow'],
  ['nobody', { started: 1, oldestStarted: ago(9), oldestUsualMs: 2000 }, 'hand'],
  ['steady', { started: 1, oldestStarted: ago(9), oldestUsualMs: 2000 }, 'slow'],
  ['steady', { started: 1, oldestStarted: ago(9), oldestUsualMs: 600_000 }, 'fine'],
  ['early', { queued: 12, oldestQueued: ago(2), lastPollAt: ago(1) }, 'slow'],
  ['idle', { queued: 12, oldestQueued: ago(2), lastPollAt: ago(1) }, 'slow'],
  ['early', { queued: 12, oldestQueued: ago(2), started: 1 }, 'fine'],
])('a queue that is %s, %j, is %s', (code, over, expected) => {
  expect(needNow({ ...nothing, verdict: { code, text: code }, ...over }, NOW)).toBe(expected)
})
