import { expect, test } from 'vitest'
import { withoutPayloads } from './payload-fields.ts'

test.each<[string, unknown, unknown]>([
  [
    'the states of a run',
    { initialState: { a: 1 }, state: { b: 2 }, name: 'Run' },
    { initialState: {}, state: {}, name: 'Run' },
  ],
  ['the state of a failure is a word', { state: 'open' }, { state: 'open' }],
  [
    'tasks inside a run',
    { tasks: [{ inputs: { a: 1 }, outputs: { a: '$state.a' }, status: 'ended' }] },
    { tasks: [{ inputs: {}, outputs: {}, status: 'ended' }] },
  ],
  [
    'what an attempt got and gave back',
    { attempt: 1, resolved: { a: 1 }, outputs: null },
    { attempt: 1, resolved: {}, outputs: null },
  ],
  [
    'the run in which a task has passed',
    { inputs: { tenant: 'a' }, repairedIn: 'r', repairedInputs: { tenant: 'b' } },
    { inputs: {}, repairedIn: 'r', repairedInputs: {} },
  ],
  [
    'a log entry',
    [{ level: 'error', message: 'card 4711', stacktrace: 'at f' }],
    [{ level: 'error', message: '', stacktrace: null }],
  ],
  ['what a condition has seen', { conditionText: 'a not in (b)' }, { conditionText: null }],
  [
    'a cause of a condition, and no other',
    [
      { code: 'condition', text: 'Skipped: condition false, a not in (b)', short: 'condition false: a' },
      { code: 'failed', text: 'Charge failed, twice', short: 'failed: twice' },
    ],
    [
      { code: 'condition', text: 'Skipped: condition false', short: 'condition false' },
      { code: 'failed', text: 'Charge failed, twice', short: 'failed: twice' },
    ],
  ],
  ['a reason', { reason: 'card declined' }, { reason: 'card declined' }],
  ['other values', [null, 1, 'text', true], [null, 1, 'text', true]],
])('of %s', (_what, answer, kept) => {
  expect(withoutPayloads(answer)).toEqual(kept)
})
