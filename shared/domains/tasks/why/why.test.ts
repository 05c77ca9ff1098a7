import { describe, expect, it } from 'vitest'
import { deadlineAbove, deadlineReason } from '../rules.ts'
import type { Cause, WhyFacts, WhyRun, WhyTask } from './facts.ts'
import { causeOfRun, causeOfTask, causesOf } from './why.ts'

const NOW = Date.parse('2026-11-22T14:07:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
/** The moment so many milliseconds ago. */
const ago = (ms: number) => new Date(NOW - ms).toISOString()

const task = (name: string, over: Partial<WhyTask> = {}): WhyTask => ({
  id: `id-${name}`,
  name,
  type: 'task.payments.chargecard',
  alias: 'default',
  version: null,
  hostName: null,
  status: 'notstarted',
  attempt: 0,
  tries: 0,
  retry: { max: 0 },
  queued: null,
  started: null,
  ended: null,
  retryTime: null,
  reason: null,
  depends: [],
  condition: null,
  continueOnError: false,
  ...over,
})
const run = (tasks: WhyTask[], over: Partial<WhyRun> = {}): WhyRun => ({
  status: 'started',
  started: ago(5 * MINUTE),
  ended: null,
  activeMs: null,
  updatedBy: null,
  errorTasks: [],
  firstTasks: [],
  state: null,
  tasks,
  ...over,
})
const facts = (over: Partial<WhyFacts> = {}): WhyFacts => ({
  now: NOW,
  usual: new Map(),
  expected: null,
  zone: 'Europe/London',
  ...over,
})
const usual = (name: string, medianMs: number | null, p95Ms: number | null = null) =>
  facts({ usual: new Map([[name, { medianMs, p95Ms }]]) })

const failed = (name: string, over: Partial<WhyTask> = {}) =>
  task(name, {
    status: 'failed',
    attempt: 3,
    tries: 3,
    retry: { max: 2 },
    ended: ago(3 * MINUTE),
    reason: 'timed out',
    ...over,
  })
const started = (name: string, ms = 8 * SECOND, over: Partial<WhyTask> = {}) =>
  task(name, { status: 'started', attempt: 1, tries: 1, queued: ago(ms + 100), started: ago(ms), ...over })
const queued = (name: string, ms = 12 * SECOND, over: Partial<WhyTask> = {}) =>
  task(name, { status: 'queued', queued: ago(ms), ...over })
const retrying = (name: string, ms = 40 * SECOND, over: Partial<WhyTask> = {}) =>
  task(name, {
    status: 'retry',
    attempt: 1,
    tries: 1,
    retry: { max: 4 },
    ended: ago(SECOND),
    retryTime: ago(-ms),
    reason: 'mail relay refused',
    ...over,
  })
const skipped = (name: string, over: Partial<WhyTask> = {}) =>
  task(name, { status: 'skipped', ended: ago(MINUTE), ...over })
const ended = (name: string, over: Partial<WhyTask> = {}) =>
  task(name, { status: 'ended', started: ago(2 * MINUTE), ended: ago(MINUTE), ...over })
const after = (name: string, ...depends: string[]) => task(name, { depends })
const shards = (number: number, make: (name: string, index: number) => WhyTask) =>
  Array.from({ length: number }, (_, index) => ({
    ...make(`shard ${Math.floor(index / 25)}-${index % 25}`, index),
    type: 'task.search.scoreshard',
    depends: ['Plan'],
  }))

type Expected = Partial<Record<'code' | 'text' | 'short' | 'button' | 'since', string | null>> | null

/** What a table row expects of a cause: only the fields that it names. */
function check(cause: Cause | null | undefined, expected: Expected): void {
  if (expected === null) return expect(cause ?? null).toBeNull()
  expect(cause).toBeTruthy()
  const { code, text, short, action, since } = cause!
  const all = { code, text, short, since, button: action?.label ?? null }
  expect(all).toMatchObject(expected)
}

const charge = failed('Charge cards US', {
  reason: 'Card scheme timed out after 30000 ms',
  version: '2.14.1',
  hostName: 'host',
})
const cond = { in: ['crypto', { var: 'regions' }] }

describe('a task', () => {
  it.each<[string, WhyTask, Partial<WhyRun> & { also?: WhyTask[] }, Expected, WhyFacts?]>([
    [
      'failed',
      charge,
      {},
      {
        code: 'failed',
        text: 'Charge cards US failed: Card scheme timed out after 30000 ms. Attempts 3/3 on payments 2.14.1 @ host',
        short: 'attempt 3/3 failed',
        button: 'Re Run',
        since: charge.ended,
      },
    ],
    [
      'failed, host unknown',
      { ...charge, hostName: null },
      {},
      {
        text: 'Charge cards US failed: Card scheme timed out after 30000 ms. Attempts 3/3 on payments 2.14.1',
      },
    ],
    [
      'failed, version unknown',
      { ...charge, version: null },
      {},
      {
        text: 'Charge cards US failed: Card scheme timed out after 30000 ms. Attempts 3/3 on payments @ host',
      },
    ],
    ['failed, no reason', failed('A', { reason: null }), {}, { text: 'A failed. Attempts 3/3' }],
    ['failed, empty reason', failed('A', { reason: ' . ' }), {}, { text: 'A failed. Attempts 3/3' }],
    [
      'failed, reason with a full stop',
      failed('A', { reason: 'It broke.' }),
      {},
      { text: 'A failed: It broke. Attempts 3/3' },
    ],
    [
      'failed, reason of many lines',
      failed('A', { reason: 'It broke\n\tat x.js:1' }),
      {},
      { text: 'A failed: It broke at x.js:1. Attempts 3/3' },
    ],
    ['failed after a restart', failed('A', { attempt: 6, tries: 3 }), {}, { short: 'attempt 3/3 failed' }],
    [
      'failed, restarts unknown',
      failed('A', { attempt: 6, tries: null }),
      {},
      { text: 'A failed: timed out. Attempts 6', short: 'attempt 6 failed' },
    ],
    [
      'failed, tries absent',
      failed('A', { attempt: 2, tries: undefined }),
      {},
      { short: 'attempt 2/3 failed' },
    ],
    ['failed, rule unknown', failed('A', { retry: null }), {}, { short: 'attempt 3 failed' }],
    [
      'failed before its first attempt',
      failed('A', { attempt: 0, tries: 0 }),
      {},
      { text: 'A failed: timed out', short: 'failed' },
    ],
    [
      'failed, nothing known',
      failed('A', { attempt: null, tries: null, retry: null, reason: null, ended: null }),
      {},
      { text: 'A failed', short: 'failed', since: null },
    ],
    ['failed in a cancelled run', failed('A'), { status: 'cancelled' }, { code: 'failed', button: null }],
    [
      'retrying',
      retrying('Send receipt'),
      {},
      {
        code: 'retrying',
        text: 'Send receipt retries in 40 s (2 of 5): mail relay refused',
        short: 'retries in 40 s, 2 of 5',
        button: 'Re Run now',
      },
    ],
    [
      'retrying, due',
      retrying('Send', -SECOND),
      {},
      { text: 'Send retries now (2 of 5): mail relay refused', short: 'retries now, 2 of 5' },
    ],
    [
      'retrying, moment unknown',
      retrying('Send', 0, { retryTime: null }),
      {},
      { text: 'Send retries (2 of 5): mail relay refused', short: 'retries, 2 of 5' },
    ],
    [
      'retrying, rule unknown',
      retrying('Send', 40_000, { retry: null, reason: null }),
      {},
      { text: 'Send retries in 40 s', short: 'retries in 40 s' },
    ],
    ['retrying beyond its rule', retrying('Send', 40_000, { tries: 9 }), {}, { short: 'retries in 40 s' }],
    ['retrying in long', retrying('Send', 158 * MINUTE), {}, { short: 'retries in 2 h 38 m, 2 of 5' }],
    [
      'busy',
      queued('Send', 12_000, { type: 'task.mail.sendemail' }),
      {},
      {
        code: 'busy',
        text: 'Waits 12 s for a worker of sendemail · default',
        short: 'waits 12 s',
        button: 'Queue',
      },
    ],
    [
      'busy on an alias',
      queued('Send', 65_000, { type: 'task.mail.sendemail', alias: 'eu' }),
      {},
      { text: 'Waits 1 m 05 s for a worker of sendemail · eu' },
    ],
    [
      'busy, moment unknown',
      queued('Send', 0, { queued: null }),
      {},
      { text: 'Waits for a worker of chargecard · default', short: 'waits', since: null },
    ],
    ['busy, moment no moment', queued('Send', 0, { queued: 'soon' }), {}, { short: 'waits' }],
    ['busy, queued in the future', queued('Send', -5000), {}, { short: 'waits 0 s' }],
    [
      'busy, built in',
      queued('Wait', 2000, { type: 'task.workforce.delay' }),
      {},
      { text: 'Waits 2 s to start', button: null },
    ],
    [
      'running',
      started('Charge cards EU'),
      {},
      {
        code: 'running',
        text: 'Charge cards EU runs for 8 s, usually 22 s',
        short: 'runs 8 s, usually 22 s',
        button: 'Show log',
      },
      usual('Charge cards EU', 22_000, 60_000),
    ],
    [
      'running, nothing usual',
      started('Charge cards EU'),
      {},
      { text: 'Charge cards EU runs for 8 s', short: 'runs 8 s' },
    ],
    ['running, start unknown', started('A', 0, { started: null }), {}, { text: 'A runs', short: 'runs' }],
    [
      'running, start unknown, usual known',
      started('A', 0, { started: null }),
      {},
      { text: 'A runs, usually 22 s', short: 'runs usually 22 s' },
      usual('A', 22_000),
    ],
    [
      'late',
      started('Export', 31 * MINUTE),
      {},
      {
        code: 'late',
        text: 'Late: Export runs 31 m, usually 40 s (19 of 20 of its runs within 50 s)',
        short: '31 m, usually 40 s',
        button: 'Open the task',
      },
      usual('Export', 40_000, 50_000),
    ],
    [
      'late, longer than its definition expects',
      started('Export', 31 * MINUTE, { expectedMs: 60_000 }),
      {},
      { code: 'late', text: 'Late: Export runs 31 m, expected 1 m', short: '31 m, expected 1 m' },
      usual('Export', 3_600_000, 3_600_000),
    ],
    [
      'past its deadline',
      started('Export', 31 * MINUTE, { deadlineMs: 30.5 * MINUTE, late: ago(MINUTE / 2) }),
      {},
      {
        code: 'late',
        text: 'Late: Export is past its deadline of 30 m 30 s; it runs 31 m',
        short: 'past its deadline of 30 m 30 s',
        button: 'Open the task',
      },
    ],
    [
      'past its deadline, in the queue',
      queued('Export', 31 * MINUTE, { deadlineMs: 30 * MINUTE, late: ago(MINUTE) }),
      {},
      {
        code: 'late',
        text: 'Late: Export is past its deadline of 30 m; it waits 31 m for chargecard · default',
      },
    ],
    [
      'late, only just not',
      started('Export', 50_000),
      {},
      { code: 'running' },
      usual('Export', 40_000, 50_000),
    ],
    [
      'late by less than a second',
      started('Export', 2300),
      {},
      {
        code: 'late',
        text: 'Late: Export runs 2.3 s, usually 2.1 s (19 of 20 of its runs within 2.2 s)',
        short: '2.3 s, usually 2.1 s',
      },
      usual('Export', 2100, 2200),
    ],
    [
      'waits',
      after('Charge', 'Price usage'),
      { also: [started('Price usage')] },
      {
        code: 'waits',
        text: 'Waits for Price usage, which runs for 8 s, usually 10 s',
        short: 'waits for Price usage',
        button: 'Go to it',
      },
      usual('Price usage', 10_000),
    ],
    [
      'waits for the queue',
      after('B', 'A'),
      { also: [queued('A')] },
      { text: 'Waits for A, which is queued for 12 s' },
    ],
    [
      'waits for a retry',
      after('B', 'A'),
      { also: [retrying('A')] },
      { text: 'Waits for A, which retries in 40 s' },
    ],
    [
      'waits through others',
      after('D', 'C'),
      { also: [after('C', 'B'), after('B', 'A'), started('A')] },
      { text: 'Waits for A, which runs for 8 s', short: 'waits for A' },
    ],
    [
      'waits for several',
      after('D', 'A', 'B', 'C'),
      { also: [started('A'), started('B'), started('C')] },
      { text: 'Waits for A and 2 more, which run', short: 'waits for A and 2 more' },
    ],
    [
      'waits for several in different states',
      after('D', 'A', 'B'),
      { also: [started('A'), queued('B')] },
      { text: 'Waits for A and 1 more' },
    ],
    [
      'waits for what is not done',
      after('C', 'A', 'B'),
      { also: [ended('A'), started('B')] },
      { text: 'Waits for B, which runs for 8 s' },
    ],
    [
      'waits, dependency by id',
      task('B', { depends: ['id-A'] }),
      { also: [started('A')] },
      { short: 'waits for A' },
    ],
    [
      'waits for a group',
      after('Merge', ...shards(20, (name) => task(name)).map(({ name }) => name)),
      { also: shards(20, (name, index) => (index < 5 ? started(name) : queued(name))) },
      {
        text: 'Waits for 5 running and 15 queued score shards',
        short: 'waits for 5 running and 15 queued score shards',
      },
    ],
    [
      'waits for a status that is not known',
      after('B', 'A'),
      { also: [task('A', { status: 'frozen' })] },
      null,
    ],
    ['waits for a task that does not exist', after('B', 'A'), {}, null],
    ['waits for itself', after('B', 'B'), {}, null],
    ['waits in a circle', after('A', 'B'), { also: [after('B', 'A')] }, null],
    ['free, not queued yet', task('A'), {}, null],
    ['in a run that has not started', after('B', 'A'), { status: 'notstarted', also: [task('A')] }, null],
    [
      'error task of a run without failure',
      task('Page'),
      { errorTasks: ['Page'], also: [started('A')] },
      { code: 'waits', text: 'Runs only when a task has failed', short: 'only on failure', button: null },
    ],
    [
      'error task while others run',
      task('Page'),
      { errorTasks: ['Page'], also: [failed('A'), started('B')] },
      { code: 'waits', text: 'Waits for B, which runs for 8 s' },
    ],
    [
      'held',
      after('Reconcile', 'Charge cards US'),
      { status: 'failed', also: [charge] },
      {
        code: 'held',
        text: 'Not started: waits for Charge cards US, which failed',
        short: 'waits for Charge cards US',
        button: 'Re Run Charge cards US',
        since: charge.ended,
      },
    ],
    [
      'held through others',
      after('Close', 'Render'),
      { also: [after('Render', 'Reconcile'), after('Reconcile', 'Charge cards US'), charge] },
      { text: 'Not started: waits for Charge cards US, which failed' },
    ],
    [
      'held by several',
      after('D', 'A', 'B', 'C'),
      { also: [failed('A'), failed('B'), failed('C'), started('E')] },
      {
        text: 'Not started: waits for A and 2 more, which failed',
        short: 'waits for A and 2 more',
        button: 'Re Run 3 failed tasks',
      },
    ],
    [
      'held, while another one runs',
      after('C', 'A', 'B'),
      { also: [failed('A'), started('B')] },
      { text: 'Not started: waits for A, which failed' },
    ],
    [
      'held by a failure elsewhere',
      after('C', 'B'),
      { also: [failed('A'), ended('B')] },
      { code: 'held', text: 'Not started: waits for A, which failed' },
    ],
    [
      'not held by a failure that is allowed',
      after('C', 'B', 'A'),
      { also: [failed('A', { continueOnError: true }), started('B')] },
      { code: 'waits', text: 'Waits for B, which runs for 8 s' },
    ],
    [
      'held by a group',
      after('Merge all', ...shards(300, (name) => task(name)).map(({ name }) => name)),
      {
        also: shards(300, (name, index) =>
          index < 13 ? failed(name) : index < 15 ? started(name) : ended(name),
        ),
      },
      {
        code: 'held',
        text: 'Not started: waits for 13 failed and 2 running score shards',
        short: 'waits for 13 failed and 2 running score shards',
        button: 'Re Run 13 failed tasks',
      },
    ],
    [
      'held by one of a group',
      after('Merge all', ...shards(300, (name) => task(name)).map(({ name }) => name)),
      { also: shards(300, (name, index) => (index === 7 ? failed(name) : ended(name))) },
      { text: 'Not started: waits for shard 0-7, which failed' },
    ],
    [
      'held by a group and others',
      after('Merge', 'X', ...shards(12, (name) => task(name)).map(({ name }) => name)),
      { also: [...shards(12, (name) => failed(name)), failed('X')] },
      { text: 'Not started: waits for 12 failed score shards and 1 more' },
    ],
    [
      'held in a cancelled run',
      after('B', 'A'),
      { status: 'cancelled', ended: ago(44 * MINUTE), updatedBy: 'ana', also: [failed('A')] },
      { code: 'cancelled', text: 'Cancelled by ana at 13:23' },
    ],
    [
      'skipped by its condition',
      skipped('Charge crypto', { condition: cond, conditionText: 'crypto not in regions (EU, UK, US, AP)' }),
      {},
      {
        code: 'condition',
        text: 'Skipped: condition false, crypto not in regions (EU, UK, US, AP)',
        short: 'condition false: crypto not in regions',
        button: null,
      },
    ],
    [
      'skipped by its condition, values unknown',
      skipped('Charge crypto', { condition: cond }),
      {},
      { code: 'condition', text: 'Skipped: condition false, crypto not in regions' },
    ],
    [
      'skipped by a condition in another language',
      skipped('A', { condition: { '>': [1, 2] } }),
      {},
      { text: 'Skipped: condition false', short: 'condition false' },
    ],
    [
      'skipped, not a first task',
      skipped('A', { condition: cond }),
      { firstTasks: ['B'] },
      { code: 'upstream', text: 'Skipped: not among the first tasks of the run', short: 'not a first task' },
    ],
    [
      'skipped error task',
      skipped('Page', { condition: cond }),
      { status: 'completed', errorTasks: ['Page'] },
      { code: 'upstream', text: 'Skipped: nothing failed', short: 'nothing failed' },
    ],
    [
      'skipped with a cancelled task',
      skipped('B', { depends: ['Charge cards US'] }),
      { also: [skipped('Charge cards US', { reason: 'Cancelled by ana' })] },
      {
        code: 'upstream',
        text: 'Skipped: Charge cards US was cancelled',
        short: 'skipped with Charge cards US',
        button: 'Go to it',
      },
    ],
    [
      'skipped with a failed task',
      skipped('B', { depends: ['A'] }),
      { also: [failed('A')] },
      { text: 'Skipped: A failed' },
    ],
    [
      'skipped with a skipped task',
      skipped('B', { depends: ['A'] }),
      { also: [skipped('A')] },
      { text: 'Skipped: A was skipped' },
    ],
    [
      'skipped for a reason of the platform',
      skipped('A', { reason: 'out of quota.' }),
      {},
      { code: 'upstream', text: 'Skipped: out of quota', short: 'skipped' },
    ],
    ['skipped, nothing known', skipped('A'), {}, null],
    [
      'cancelled',
      skipped('A', { reason: 'Cancelled by ana@northwind.example: wrong month', ended: ago(44 * MINUTE) }),
      {},
      {
        code: 'cancelled',
        text: 'Cancelled by ana at 13:23: wrong month',
        short: 'cancelled by ana',
        button: 'Modify and rerun',
      },
    ],
    [
      'cancelled, zone unknown',
      skipped('A', { reason: 'Cancelled by ana', ended: ago(44 * MINUTE) }),
      {},
      { text: 'Cancelled by ana at 13:23 UTC' },
      facts({ zone: undefined }),
    ],
    [
      'cancelled, zone not a zone',
      skipped('A', { reason: 'Cancelled by ana', ended: ago(44 * MINUTE) }),
      {},
      { text: 'Cancelled by ana at 13:23 UTC' },
      facts({ zone: 'Nowhere/Land' }),
    ],
    [
      'cancelled in another zone',
      skipped('A', { reason: 'Cancelled by ana', ended: ago(44 * MINUTE) }),
      {},
      { text: 'Cancelled by ana at 22:23' },
      facts({ zone: 'Asia/Tokyo' }),
    ],
    [
      'cancelled on another day',
      skipped('A', { reason: 'Cancelled by ana', ended: '2026-11-20T08:05:00.000Z' }),
      {},
      { text: 'Cancelled by ana on 20 Nov at 08:05' },
    ],
    [
      'cancelled in another year',
      skipped('A', { reason: 'Cancelled by ana', ended: '2025-11-20T08:05:00.000Z' }),
      {},
      { text: 'Cancelled by ana on 20 Nov 2025 at 08:05' },
    ],
    [
      'cancelled by an unknown person',
      skipped('A', { reason: 'Cancelled', ended: null }),
      {},
      { text: 'Cancelled', short: 'cancelled' },
    ],
    [
      'cancelled with its run',
      skipped('A', { ended: ago(44 * MINUTE) }),
      { status: 'cancelled', ended: ago(44 * MINUTE), updatedBy: 'ana' },
      { code: 'cancelled', text: 'Cancelled by ana at 13:23' },
    ],
    [
      'skipped by its condition before a cancel',
      skipped('A', { condition: cond, ended: ago(MINUTE) }),
      { status: 'cancelled', ended: ago(0), updatedBy: 'ana' },
      { code: 'condition' },
    ],
    ['ended', ended('A'), {}, null],
    ['in a status that is not known', task('A', { status: 'frozen' }), {}, null],
    ['without a status', task('A', { status: '' }), {}, null],
  ])('%s', (_name, one, { also = [], ...over }, expected, known = facts()) => {
    const whole = run([...also, one], over)
    check(causeOfTask(one, whole, known), expected)
    check(causesOf(whole, known).get(one.id), expected)
  })
})

describe('a run', () => {
  const expected = { medianMs: 12 * MINUTE, p90Ms: 14 * MINUTE }
  it.each<[string, WhyRun, Expected, WhyFacts?]>([
    [
      'failed',
      run([ended('A'), charge, after('B', 'Charge cards US')], { status: 'failed' }),
      {
        code: 'failed',
        text: 'Charge cards US failed: Card scheme timed out after 30000 ms. Attempts 3/3 on payments 2.14.1 @ host',
        button: 'Re Run',
      },
    ],
    [
      'failed with several, the first of them',
      run([failed('A', { ended: ago(MINUTE) }), failed('B'), failed('C', { ended: null })], {
        status: 'failed',
      }),
      { text: 'B failed: timed out, and 2 more. Attempts 3/3', button: 'Re Run 3 failed tasks' },
    ],
    [
      'failed, only part of its tasks known',
      run([failed('A')], { status: 'failed', counts: { failed: 13, started: 0 } }),
      { text: 'A failed: timed out, and 12 more. Attempts 3/3', button: 'Re Run 13 failed tasks' },
    ],
    [
      'failed in its error task',
      run([failed('Page')], { status: 'failed', errorTasks: ['Page'] }),
      { code: 'failed', text: 'Page failed: timed out. Attempts 3/3' },
    ],
    ['failed without a failed task', run([ended('A')], { status: 'failed' }), null],
    [
      'failed, tasks unknown',
      run([], { status: 'failed' }),
      { code: 'failed', text: 'A task failed', short: 'failed', button: null },
    ],
    [
      'under way with a failure',
      run([started('A'), failed('B'), retrying('C')]),
      { code: 'failed', text: 'B failed: timed out. Attempts 3/3' },
    ],
    [
      'under way with a failure that is allowed',
      run([started('A'), failed('B', { continueOnError: true })]),
      { code: 'running', text: 'A runs for 8 s' },
    ],
    [
      'late',
      run([started('Export ledger to SAP', 25 * MINUTE), started('B')], { activeMs: 37 * MINUTE }),
      {
        code: 'late',
        text: 'Late: runs 37 m, usually 12 m (9 of 10 within 14 m); 25 m of it in Export ledger to SAP',
        short: '37 m, usually 12 m',
        button: 'Open the task',
      },
      facts({ expected }),
    ],
    [
      'late, longer than its definition expects',
      run([started('Export', 25 * MINUTE)], { activeMs: 37 * MINUTE, expectedMs: 30 * MINUTE }),
      {
        code: 'late',
        text: 'Late: runs 37 m, expected 30 m; 25 m of it in Export',
        short: '37 m, expected 30 m',
      },
      facts({ expected: { medianMs: 60 * MINUTE, p90Ms: 60 * MINUTE } }),
    ],
    [
      'past its deadline',
      run([started('Export', 25 * MINUTE)], { deadlineMs: 20 * MINUTE, due: null, late: ago(MINUTE) }),
      {
        code: 'late',
        text: 'Late: past its deadline of 20 m; Export runs 25 m',
        short: 'past its deadline of 20 m',
      },
    ],
    [
      'with a task past its deadline before its own',
      run([queued('Export', MINUTE, { deadlineMs: 20 * SECOND, late: ago(SECOND) })], {
        deadlineMs: 20 * MINUTE,
        due: ago(-MINUTE),
        late: ago(SECOND),
      }),
      { code: 'late', short: 'past its deadline of 20 s' },
    ],
    [
      'late since its restart',
      run([started('A', 15 * MINUTE, { attempt: 4 })], { activeMs: 37 * MINUTE }),
      {
        code: 'late',
        text: 'Late: runs 15 m since its restart, usually 12 m (9 of 10 within 14 m); 15 m of it in A',
      },
      facts({ expected }),
    ],
    [
      'late since its restart, in a task that runs since before it',
      run([started('A', 30 * MINUTE)], { activeMs: 37 * MINUTE, restarted: ago(20 * MINUTE) }),
      {
        code: 'late',
        text: 'Late: runs 20 m since its restart, usually 12 m (9 of 10 within 14 m); A runs 30 m',
      },
      facts({ expected }),
    ],
    [
      'that was late before its restart',
      run([started('A', 8 * SECOND, { attempt: 4 })], { activeMs: 37 * MINUTE }),
      { code: 'running' },
      facts({ expected }),
    ],
    [
      'that was late before its restart, with the tasks of a row',
      run([started('B')], { activeMs: 37 * MINUTE, restarted: ago(MINUTE) }),
      { code: 'running' },
      facts({ expected }),
    ],
    [
      'late, nothing runs',
      run([queued('A')], { activeMs: 37 * MINUTE }),
      { text: 'Late: runs 37 m, usually 12 m (9 of 10 within 14 m)', button: null },
      facts({ expected }),
    ],
    [
      'that waited for a worker most of the time is not late',
      run([queued('A', 30 * MINUTE)], { activeMs: 37 * MINUTE }),
      { code: 'busy' },
      facts({ expected }),
    ],
    [
      'whose task runs since its wait ended is not late',
      run([started('A', 8 * SECOND, { queued: ago(30 * MINUTE) })], { activeMs: 37 * MINUTE }),
      { code: 'running' },
      facts({ expected }),
    ],
    [
      'whose task runs while another one waits is late',
      run([started('A', 25 * MINUTE), queued('B', 24 * MINUTE)], { activeMs: 26 * MINUTE }),
      { code: 'late' },
      facts({ expected }),
    ],
    [
      'not late yet',
      run([started('A')], { activeMs: 14 * MINUTE }),
      { code: 'running' },
      facts({ expected }),
    ],
    [
      'active time unknown',
      run([started('A')], { activeMs: null }),
      { code: 'running' },
      facts({ expected }),
    ],
    [
      'late in one task, before a retry',
      run([retrying('B'), started('A', 60_000)]),
      { code: 'late', text: 'Late: A runs 1 m, usually 10 s (19 of 20 of its runs within 20 s)' },
      usual('A', 10_000, 20_000),
    ],
    [
      'retrying before busy',
      run([queued('A'), retrying('B'), retrying('C', 20_000)]),
      { code: 'retrying', text: 'C retries in 20 s (2 of 5): mail relay refused' },
    ],
    [
      'busy before running',
      run([started('A'), queued('B', 1000), queued('C')]),
      { code: 'busy', text: 'Waits 12 s for a worker of chargecard · default' },
    ],
    [
      'one runs',
      run([started('Charge card')]),
      { code: 'running', text: 'Charge card runs for 8 s', button: 'Show log' },
    ],
    [
      'several run',
      run([started('Charge cards EU', 9000), started('B'), started('C')]),
      { code: 'running', text: 'Charge cards EU and 2 more run', short: '3 tasks run', button: 'Show log' },
    ],
    [
      'several run, only part of its tasks known',
      run([started('A')], { counts: { failed: 0, started: 4 } }),
      { text: 'A and 3 more run' },
    ],
    ['nothing runs', run([task('A'), ended('B')]), null],
    ['queued before it has started', run([queued('A')], { status: 'notstarted' }), { code: 'busy' }],
    ['not started', run([task('A')], { status: 'notstarted' }), null],
    [
      'under way, tasks unknown',
      run([], { started: ago(12_000) }),
      { code: 'running', text: 'Runs for 12 s', short: 'runs 12 s', button: null },
    ],
    ['under way, nothing known', run([], { started: null }), null],
    [
      'cancelled',
      run([skipped('A')], { status: 'cancelled', ended: ago(44 * MINUTE), updatedBy: 'ana' }),
      {
        code: 'cancelled',
        text: 'Cancelled by ana at 13:23',
        short: 'cancelled by ana',
        button: 'Modify and rerun',
      },
    ],
    ['cancelled by the engine', run([], { status: 'cancelled', updatedBy: 'engine' }), { text: 'Cancelled' }],
    [
      'cancelled by a deadline above',
      run([], {
        status: 'cancelled',
        ended: ago(44 * MINUTE),
        updatedBy: deadlineAbove(deadlineReason('workqueue', 7_200_000)),
      }),
      { text: 'Cancelled by the deadline of 2 h of a workqueue above at 13:23' },
    ],
    ['cancelled by an unknown person', run([], { status: 'cancelled' }), { text: 'Cancelled' }],
    ['completed', run([ended('A'), failed('B', { continueOnError: true })], { status: 'completed' }), null],
    ['in a status that is not known', run([failed('A')], { status: 'frozen' }), null],
  ])('%s', (_name, whole, result, known = facts()) => check(causeOfRun(whole, known), result))
})
