import { describe, expect, it } from 'vitest'
import { failedCause, retryingCause } from '../tasks/why/attempts.ts'
import type { Cause, WhyFacts, WhyPart, WhyTask } from '../tasks/why/facts.ts'
import { runningCause } from '../tasks/why/progress.ts'
import { sentenceParts } from './list-sentence.ts'

const task = (over: Partial<WhyTask> = {}): WhyTask => ({
  id: 't1',
  name: 'Charge cards US',
  type: 'task.payments.chargecard',
  alias: 'default',
  version: '2.14.1',
  hostName: 'ip-10',
  status: 'failed',
  attempt: 3,
  retry: { max: 2 },
  queued: null,
  started: '2026-11-22T14:00:00.000Z',
  ended: '2026-11-22T14:04:00.000Z',
  retryTime: '2026-11-22T14:05:40.000Z',
  reason: 'Card scheme timed out after 30000 ms (batch: 4)',
  depends: [],
  condition: null,
  continueOnError: false,
  ...over,
})
const facts: WhyFacts = {
  now: Date.parse('2026-11-22T14:05:00.000Z'),
  usual: new Map([['Charge cards US', { medianMs: 22_000, p95Ms: 600_000 }]]),
  expected: null,
}
const wanted = (parts: readonly WhyPart[], ...tones: WhyPart['tone'][]) =>
  parts.filter(({ tone }) => tones.includes(tone)).map(({ text }) => text)
/** Names of tasks, without the numbers. */
const named = (cause: Cause) =>
  wanted(
    cause.parts.filter(({ taskId }) => taskId),
    'name',
  )

describe('the pieces of a sentence that has only its text', () => {
  const late = { ...facts, usual: new Map([['Charge cards US', { medianMs: 2000, p95Ms: 3000 }]]) }
  it.each<[string, Cause]>([
    ['failed', failedCause(task())],
    ['failed with others', failedCause(task(), { others: 3 })],
    ['failed without a reason', failedCause(task({ reason: null }))],
    ['failed without anything', failedCause(task({ reason: null, attempt: null }))],
    ['a reason with a full stop', failedCause(task({ reason: 'Refused. Attempts to connect: none' }))],
    ['a name with the word of the sentence', failedCause(task({ name: 'Repeat failed cards' }))],
    ['retrying', retryingCause(task({ status: 'retry', attempt: 1 }), facts)],
    ['retrying at once', retryingCause(task({ status: 'retry', retryTime: null, retry: null }), facts)],
    ['running', runningCause(task({ status: 'started' }), facts)],
    ['late', runningCause(task({ status: 'started' }), late)],
  ])('%s: are those that the sentence was made of', (_name, cause) => {
    const parts = sentenceParts(cause)
    expect(parts.map(({ text }) => text).join('')).toBe(cause.text)
    expect(wanted(parts, 'name')).toEqual(named(cause))
    expect(wanted(parts, 'reason')).toEqual(wanted(cause.parts, 'reason'))
  })

  it('a failed one ends with its attempts, which a narrow place leaves out', () => {
    const words = (cause: Cause) =>
      sentenceParts(cause)
        .filter(({ isDetail }) => !isDetail)
        .map(({ text }) => text)
        .join('')
    expect(words(failedCause(task({ reason: 'Refused. Attempts to connect: none' })))).toBe(
      'Charge cards US failed: Refused. Attempts to connect: none',
    )
    expect(words(failedCause(task({ reason: 'Refused' }), { others: 3 }))).toBe(
      'Charge cards US failed: Refused, and 3 more',
    )
    expect(words(failedCause(task({ reason: null })))).toBe('Charge cards US failed')
    const running = runningCause(task({ status: 'started' }), facts)
    expect(words(running)).toBe(running.text)
  })

  it('names the task of a late run, and the first of several that run', () => {
    const text = 'Late: runs 37 m, usually 12 m (9 of 10 within 14 m); 25 m of it in Export ledger'
    expect(wanted(sentenceParts({ code: 'late', text }), 'name')).toEqual(['Export ledger'])
    expect(
      sentenceParts({ code: 'late', text: 'Late: runs 37 m, usually 12 m (9 of 10 within 14 m)' }),
    ).toEqual([{ text: 'Late: runs 37 m, usually 12 m (9 of 10 within 14 m)', tone: 'plain' }])
    expect(sentenceParts({ code: 'running', text: 'Charge cards EU and 2 more run' })).toEqual([
      { text: 'Charge cards EU', tone: 'name' },
      { text: ' and 2 more run', tone: 'plain' },
    ])
  })

  it('names the queue that is not polled', () => {
    const queue = (text: string) => wanted(sentenceParts({ code: 'nobody', text }), 'name')
    expect(queue('Waiting: nobody polls sendemail · default, last poll 1 m 06 s ago')).toEqual([
      'sendemail · default',
    ])
    expect(queue('Waiting: nobody polls gpu · big')).toEqual(['gpu · big'])
  })

  it.each([
    ['an unknown code', { code: 'resting', text: 'Rests until Monday' }],
    ['another form', { code: 'failed', text: 'A task could not start' }],
    ['an empty text', { code: 'failed', text: '' }],
  ])('%s is one plain piece', (_name, why) => {
    expect(sentenceParts(why)).toEqual(why.text === '' ? [] : [{ text: why.text, tone: 'plain' }])
  })
})
