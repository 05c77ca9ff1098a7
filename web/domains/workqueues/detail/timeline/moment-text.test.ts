import { expect, it } from 'vitest'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import { attemptSpans } from './domain.ts'
import { momentText } from './moment-text.ts'
import { taskAt } from './moments.ts'
import { attempt, timelineTask } from './test-bed.tsx'

function textAt(
  at: number,
  own: Record<string, TimelineAttempt[]>,
  over: Record<string, Partial<TimelineTask>> = {},
  going = false,
) {
  const tasks = Object.keys(own).map((name) => timelineTask(name, over[name]))
  const states = new Map(tasks.map((task) => [task.id, taskAt(own[task.name]!, at, task)]))
  const busy = Object.values(own).flatMap((attempts) => attemptSpans(attempts, Infinity))
  const { task, text, counts } = momentText(tasks, states, at, {
    going,
    busySpans: () => busy,
    critical: (id) => id === 't-b',
  })
  return [`${task?.name ?? ''}${text}`, counts]
}

const failed = attempt([0, 1000, 31_000], { status: 'failed' })
const again = attempt([36_000, 36_000, 60_000], { number: 2, ofRound: 2, hostName: 'mail-4' })
const never = { status: 'notstarted' }

it('says what ran, waited or was about to retry', () => {
  const retried = { a: [failed, again] }
  const three = { a: { retry: { max: 2 } } }
  expect(textAt(39_000, retried, three)).toEqual(['a runs, attempt 2 of 3, for 3 s on mail-4', '1 running'])
  expect(textAt(33_000, retried, three)).toEqual(['a waits to retry', '1 retrying'])
  expect(textAt(500, retried, three)).toEqual(['a waits in the queue, for 0.5 s', '1 queued'])
})

it('begins with the critical path and counts the others', () => {
  const both = { a: [attempt([0, 0, 50])], b: [attempt([0, 0, 90])], c: [] }
  expect(textAt(20, both, { c: never })).toEqual(['b and 1 more run', '2 running, 1 not started'])
  expect(textAt(60, both, { c: never })[1]).toBe('1 ended, 1 running, 1 not started')
})

it('says that nothing ran before, between and after', () => {
  const own = { a: [failed, { ...again, round: 1 }] }
  expect(textAt(-5, own)[0]).toBe('Nothing had begun')
  expect(textAt(32_000, own)[0]).toBe('Nothing ran: idle for 5 s')
  expect(textAt(70_000, own)[0]).toBe('The run had ended')
  expect(textAt(70_000, own, {}, true)[0]).toBe('Nothing ran')
})
