import { expect, it, test } from 'vitest'
import { queuedCause } from '../tasks/why/queued.ts'
import { lastPollAgo, nobodyShort, nobodyText, silentText } from './nobody.ts'

const NOW = Date.parse('2026-11-22T14:07:00Z')
const ago = (minutes: number) => NOW - minutes * 60_000

it.each([
  [{ lastPoll: ago(13.5), oldestQueued: ago(2) }, 'nobody polls since 13 min'],
  [{ lastPoll: null, oldestQueued: ago(3) }, 'nobody polls since 3 min'],
  [{ lastPoll: null, oldestQueued: null }, 'nobody polls'],
  [{ lastPoll: ago(-1), oldestQueued: null }, 'nobody polls'],
])('%j', (queue, expected) => expect(nobodyText(queue, NOW)).toBe(expected))

it.each([
  [null, 'never'],
  [ago(13), '13 m ago'],
  [ago(-1), '0 s ago'],
])('last poll %s', (lastPoll, expected) => expect(lastPollAgo(lastPoll, NOW)).toBe(expected))

it.each([
  [{ polling: 0, silent: 1, silentFor: 44_000 }, 'no poll for 44 s'],
  [{ polling: 2, silent: 1, silentFor: 44_000 }, '1 with no poll for 44 s'],
  [{ polling: 0, silent: 2, silentFor: null }, 'no poll for some seconds'],
  [{ polling: 2, silent: 2, silentFor: null }, '2 with no poll for some seconds'],
])('missed polls %j', (workers, expected) => expect(silentText(workers)).toBe(expected))

test('a waiting task says the same', () => {
  const task = { type: 'task.dataplatform.loadwarehouse', alias: 'bigbatch', queued: null }
  const queue = { ...task, verdict: 'nobody', polling: 0, lastPollAt: new Date(ago(13)).toISOString() }
  const cause = queuedCause(
    task as unknown as Parameters<typeof queuedCause>[0],
    { now: NOW, queues: new Map([[`${task.type} ${task.alias}`, queue]]) } as unknown as Parameters<
      typeof queuedCause
    >[1],
  )
  expect(cause.text).toBe(
    `Waiting: ${nobodyText({ lastPoll: null, oldestQueued: null }, NOW)} loadwarehouse · bigbatch, last poll ${lastPollAgo(ago(13), NOW)}`,
  )
  expect(cause.short).toBe(nobodyShort('bigbatch'))
})
