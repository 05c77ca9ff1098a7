import { describe, expect, it, test } from 'vitest'
import type { WhyFacts, WhyQueue, WhyRun, WhyTask } from './facts.ts'
import { queueKey } from './queued.ts'
import { causeOfRun, causeOfTaskAlone } from './why.ts'
import { whyQueuesOf, whyTaskOf } from './wire.ts'

const NOW = Date.parse('2026-11-22T14:07:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const ago = (ms: number) => new Date(NOW - ms).toISOString()

const task = (type: string, alias: string, over: Record<string, unknown> = {}): WhyTask =>
  whyTaskOf({
    _id: `id-${type}`,
    name: type,
    type,
    alias,
    status: 'queued',
    queued: ago(12 * SECOND),
    ...over,
  })
const queue = (type: string, alias: string, over: Partial<WhyQueue> = {}): WhyQueue => ({
  type,
  alias,
  verdict: 'steady',
  polling: 4,
  lastPollAt: ago(SECOND),
  oldestQueued: ago(30 * SECOND),
  lastStartedAt: ago(SECOND),
  rateOut: 40,
  line: [],
  ...over,
})
const factsOf = (queues: WhyQueue[]): WhyFacts => ({
  now: NOW,
  usual: new Map(),
  expected: null,
  queues: new Map(queues.map((one) => [queueKey(one), one])),
})

const mail = task('task.growth.sendemail', 'default')
const load = task('task.dataplatform.loadwarehouse', 'bigbatch')
const shard = task('task.search.scoreshard', 'default')
const held = task('task.media.pdfrenderer', 'default')
const full = task('task.payments.ledgerexport', 'default')
const line = [
  { at: ago(30 * SECOND), before: 0 },
  { at: ago(12 * SECOND), before: 118 },
  { at: ago(SECOND), before: 240 },
]

describe('a queued task', () => {
  it.each<[string, WhyTask, Partial<WhyQueue> | null, [text: string, short: string, button: string | null]]>([
    [
      'paused',
      held,
      {
        verdict: 'paused',
        paused: { by: 'ana@northwind.example', at: ago(5 * MINUTE), reason: 'new template' },
      },
      [
        'Waiting: pdfrenderer · default was paused by ana at 14:02 UTC, "new template"',
        'paused by ana 14:02 UTC',
        'Resume…',
      ],
    ],
    [
      'paused, no more is known',
      held,
      { verdict: 'paused' },
      ['Waiting: pdfrenderer · default was paused', 'paused', 'Resume…'],
    ],
    [
      'limit',
      full,
      { verdict: 'limit', limit: 2, started: 2 },
      [
        'Waiting: ledgerexport · default runs 2 at once, its limit',
        'behind its limit, 2 of 2',
        'Raise limit…',
      ],
    ],
    [
      'pollers busy',
      mail,
      { line },
      [
        'Waits 12 s for one of 4 workers of sendemail · default; 118 are before it, about 3 s',
        '118 before it, about 3 s',
        'Queue',
      ],
    ],
    [
      'one is before it, rate not known',
      mail,
      { line: [{ at: ago(12 * SECOND), before: 1 }], rateOut: null, polling: 1 },
      ['Waits 12 s for the only worker of sendemail · default; 1 is before it', '1 before it', 'Queue'],
    ],
    [
      'it is the next',
      mail,
      { line: line.slice(0, 1) },
      ['Waits 12 s for one of 4 workers of sendemail · default', 'waits 12 s', 'Queue'],
    ],
    [
      'more than are counted',
      mail,
      { line: [{ at: ago(MINUTE), before: 1000 }] },
      [
        'Waits 12 s for one of 4 workers of sendemail · default; more than 1,000 are before it',
        'more than 1,000 before it',
        'Queue',
      ],
    ],
    [
      'no worker known',
      mail,
      { polling: 0 },
      ['Waits 12 s for a worker of sendemail · default', 'waits 12 s', 'Queue'],
    ],
    [
      'queues not known',
      mail,
      null,
      ['Waits 12 s for a worker of sendemail · default', 'waits 12 s', 'Queue'],
    ],
    [
      'never polled',
      load,
      { verdict: 'nobody', polling: 0, lastPollAt: null },
      ['Waiting: nobody polls loadwarehouse · bigbatch, last poll never', 'nobody polls bigbatch', 'Queue'],
    ],
    [
      'no longer polled',
      load,
      { verdict: 'nobody', polling: 0, lastPollAt: ago(13 * MINUTE + 2 * SECOND), lastHost: 'mail-4' },
      [
        'Waiting: nobody polls loadwarehouse · bigbatch, last poll 13 m ago by mail-4',
        'nobody polls bigbatch',
        'Queue',
      ],
    ],
    [
      'stalled',
      shard,
      {
        verdict: 'stalled',
        polling: 3,
        oldestQueued: ago(6 * MINUTE + 10 * SECOND),
        lastStartedAt: ago(60 * MINUTE),
      },
      ['Waiting: scoreshard · default started none for 6 min although 3 poll', 'stalled for 6 min', 'Queue'],
    ],
    [
      'stalled with one worker',
      shard,
      { verdict: 'stalled', polling: 1, oldestQueued: ago(3 * 60 * MINUTE), lastStartedAt: null },
      ['Waiting: scoreshard · default started none for 3 h although 1 polls', 'stalled for 3 h', 'Queue'],
    ],
    [
      'a verdict of a later version',
      mail,
      { verdict: 'haunted', line },
      [
        'Waits 12 s for one of 4 workers of sendemail · default; 118 are before it, about 3 s',
        '118 before it, about 3 s',
        'Queue',
      ],
    ],
    [
      'built in',
      task('task.workforce.delay', 'default'),
      { line },
      ['Waits 12 s to start', 'waits 12 s', null],
    ],
  ])('%s', (_, one, over, [text, short, button]) => {
    const facts =
      over === null ? { ...factsOf([]), queues: undefined } : factsOf([queue(one.type, one.alias, over)])
    const cause = causeOfTaskAlone(one, 'started', facts)!
    expect([cause.text, cause.short, cause.action?.label ?? null]).toEqual([text, short, button])
    expect(cause.parts.map((part) => part.text).join('')).toBe(text)
  })
})

test.each<[string, Partial<WhyQueue>, string]>([
  ['that workers poll', { alias: 'default' }, 'moveToAlias'],
  ['that is not polled either', { alias: 'default', polling: 0 }, 'openQueue'],
  ['that is paused', { alias: 'default', paused: { by: 'ana', at: null, reason: null } }, 'openQueue'],
  ['of another type', { alias: 'default', type: mail.type }, 'openQueue'],
])(
  'a task of a queue without a worker moves only to an alias that takes it: another one %s',
  (_, over, kind) => {
    const stuck = queue(load.type, load.alias, { verdict: 'nobody', polling: 0 })
    const other = { ...queue(load.type, 'default'), ...over }
    const facts = factsOf([other, stuck])
    expect(causeOfTaskAlone(load, 'started', facts)?.action?.kind).toBe(kind)
  },
)

const run: Omit<WhyRun, 'tasks'> = {
  status: 'started',
  started: ago(5 * MINUTE),
  ended: null,
  activeMs: null,
  updatedBy: null,
  errorTasks: [],
  firstTasks: [],
  state: null,
}

test('a run names its worst task: failed, without a worker, stalled, late, retry, busy', () => {
  const facts = {
    ...factsOf([
      queue(mail.type, 'default'),
      queue(load.type, 'bigbatch', { verdict: 'nobody' }),
      queue(shard.type, 'default', { verdict: 'stalled' }),
      queue(held.type, 'default', { verdict: 'paused' }),
      queue(full.type, 'default', { verdict: 'limit', limit: 2 }),
    ]),
    usual: new Map([['late', { medianMs: 1000, p95Ms: 2000 }]]),
  }
  const worstFirst: [string, WhyTask][] = [
    ['failed', task('f', 'default', { name: 'f', status: 'failed', ended: ago(MINUTE) })],
    ['nobody', load],
    ['stalled', shard],
    ['late', task('l', 'default', { name: 'late', status: 'started', started: ago(MINUTE) })],
    ['retrying', task('r', 'default', { name: 'r', status: 'retry', retryTime: ago(-MINUTE) })],
    ['paused', held],
    ['limit', full],
    ['busy', mail],
  ]
  for (let from = 0; from < worstFirst.length; from++) {
    const tasks = worstFirst
      .slice(from)
      .map(([, one]) => one)
      .toReversed()
    expect(causeOfRun({ ...run, tasks }, facts)?.code).toBe(worstFirst[from]![0])
  }
})

test('a run with a queue that is not served counts what else holds it: other such queues, and a late task', () => {
  const facts = {
    ...factsOf([
      queue(load.type, 'bigbatch', { verdict: 'nobody' }),
      queue(shard.type, 'default', { verdict: 'stalled' }),
      queue(mail.type, 'default'),
    ]),
    usual: new Map([['late', { medianMs: 1000, p95Ms: 2000 }]]),
  }
  const late = task('l', 'default', { name: 'late', status: 'started', started: ago(MINUTE) })
  const textOf = (...tasks: WhyTask[]) => causeOfRun({ ...run, tasks }, facts)!
  const alone = textOf(load)
  expect(textOf(load, { ...load, id: 'again' }, mail).text).toBe(alone.text)
  const both = textOf(late, load)
  expect(both.text).toBe(`${alone.text}, and 1 more`)
  expect(both.parts.map(({ text }) => text).join('')).toBe(both.text)
  expect(textOf(load, shard, late).text).toBe(`${alone.text}, and 2 more`)
  expect(textOf(shard, late)).toMatchObject({
    code: 'stalled',
    text: expect.stringMatching(/, and 1 more$/) as string,
  })
})

test('the host that polled a queue last is known by its last poll', () => {
  const pollers = [
    { hostName: 'mail-3', lastPollAt: ago(MINUTE) },
    { hostName: 'mail-4', lastPollAt: ago(SECOND) },
  ]
  const row = { type: 'a', verdict: { code: 'nobody' }, pollers }
  const hostOf = (lastPollAt: string | null) =>
    whyQueuesOf([{ ...row, lastPollAt }]).get('a default')?.lastHost
  expect([hostOf(ago(SECOND)), hostOf(ago(2 * MINUTE)), hostOf(null)]).toEqual(['mail-4', null, null])
})

test('queues of an answer are read as far as they are there', () => {
  const rows = [
    {},
    { type: 'a' },
    { type: 'a', verdict: 'nobody' },
    { type: 'b', verdict: { code: 'nobody' } },
  ]
  expect([
    ...whyQueuesOf([...rows, { type: 'c', alias: 'x', verdict: { code: 'steady' }, line: [1, { at: 'z' }] }]),
  ]).toEqual([
    ['b default', { ...queue('b', 'default'), verdict: 'nobody', polling: 0, ...unknown }],
    ['c x', { ...queue('c', 'x'), polling: 0, ...unknown }],
  ])
})

const unknown = {
  started: null,
  paused: null,
  limit: null,
  lastPollAt: null,
  lastHost: null,
  oldestQueued: null,
  lastStartedAt: null,
  rateOut: null,
  line: [],
}
