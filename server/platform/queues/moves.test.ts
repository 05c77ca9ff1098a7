import { expect, test } from 'vitest'
import { GIVEN_BACK, type PastAttempt } from '../engine/history/past-attempt.ts'
import type { Run } from '../engine/run.ts'
import type { RunTask } from '../engine/task.ts'
import { readMoves } from './moves.ts'

const task = (over: Partial<RunTask>): RunTask =>
  ({
    id: 't',
    position: 0,
    status: 'notstarted',
    attempt: 0,
    queued: null,
    started: null,
    ...over,
  }) as RunTask
const runOf = (before: RunTask | null) => (before ? ({ tasks: [before] } as unknown as Run) : null)

/** What a write is read as that makes one task of another. */
function read(before: RunTask | null, after: RunTask, past: Partial<PastAttempt>[] = []) {
  const found: unknown[][] = []
  const kept = past.map(
    (attempt) => ({ taskId: 't', queued: 0, started: 5, lease: null, ...attempt }) as PastAttempt,
  )
  readMoves(
    runOf(before),
    { tasks: [{ task: after, patch: {} }], past: kept },
    {
      moved: (_task, came, out, gone) => found.push(['moved', came, out, gone]),
      waited: (_task, ms) => found.push(['waited', ms]),
      ended: (_task, _attempt, result) => found.push([result]),
    },
  )
  return found
}
const queued = (over: Partial<RunTask> = {}) => task({ status: 'queued', queued: 10, ...over })
const started = (over: Partial<RunTask> = {}) =>
  task({ status: 'started', attempt: 1, queued: 10, started: 30, ...over })
const over = (status: RunTask['status'], more: Partial<RunTask> = {}) =>
  started({ status, ended: 90, ...more })

test.each<[string, RunTask | null, RunTask, Partial<PastAttempt>[], unknown[][]]>([
  ['a new task that waits', null, queued(), [], [['moved', 1, 0, 0]]],
  ['a task that becomes ready', task({}), queued(), [], [['moved', 1, 0, 0]]],
  [
    'taken',
    queued(),
    started(),
    [],
    [
      ['moved', 0, 1, 0],
      ['waited', 20],
    ],
  ],
  [
    'queued and taken in one write',
    task({}),
    started(),
    [],
    [
      ['moved', 1, 1, 0],
      ['waited', 20],
    ],
  ],
  [
    'taken and ended in one write',
    queued(),
    over('ended'),
    [],
    [['moved', 0, 1, 0], ['waited', 20], ['ended']],
  ],
  ['progress', started(), started({ progress: 1 }), [], []],
  ['ended', started(), over('ended'), [], [['ended']]],
  ['failed', started(), over('failed'), [], [['failed']]],
  ['failed and waits for its retry', started(), over('retry'), [], [['failed']]],
  ['its retry fails for good before it begins', over('retry'), over('failed', { started: null }), [], []],
  [
    'its retry is due: the failure was counted before',
    over('retry'),
    queued({ attempt: 1 }),
    [{ number: 1, status: 'failed', lease: 'returned' }],
    [['moved', 1, 0, 0]],
  ],
  [
    'lost by its worker, and queued again',
    started(),
    queued({ attempt: 1 }),
    [{ number: 1, status: 'failed', lease: 'lost' }],
    [['moved', 1, 0, 0], ['failed']],
  ],
  [
    'given back by its worker, which is no result',
    started(),
    queued({ attempt: 1 }),
    [{ number: 1, status: 'failed', lease: 'returned', reason: GIVEN_BACK }],
    [['moved', 1, 0, 0]],
  ],
  [
    'taken, lost and taken again in one write',
    queued(),
    started({ attempt: 2, queued: 40, started: 50 }),
    [{ number: 1, status: 'failed', lease: 'lost' }],
    [['moved', 1, 2, 0], ['waited', 10], ['waited', 5], ['failed']],
  ],
  ['cancelled while it waits', queued(), task({ status: 'skipped' }), [], [['moved', 0, 0, 1]]],
  ['cancelled while it runs', started(), over('skipped'), [], []],
  [
    'restarted by a person: the failure was counted before',
    over('failed'),
    queued({ attempt: 1 }),
    [{ number: 1, status: 'failed' }],
    [['moved', 1, 0, 0]],
  ],
  ['fails before its turn', task({}), task({ status: 'failed' }), [], []],
])('%s', (_, before, after, past, expected) => {
  expect(read(before, after, past)).toEqual(expected)
})
