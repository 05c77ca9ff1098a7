import { expect, it } from 'vitest'
import { heldQueues, taskCountOf } from './what-starts.ts'

const queue = (type: string, code: string, queued = 0) => ({
  type,
  alias: 'default',
  queued,
  verdict: { code, text: `is ${code}` },
})

// Fails when a queue without a row, a paused one or one that no worker polls is passed over.
it('names the queues in which tasks would wait, those that need a hand first', () => {
  const tasks = ['task.a.fine', 'task.a.paused', 'task.a.nobody', 'task.a.never', 'task.workforce.noop'].map(
    (type) => ({ name: type, type }),
  )
  const known = [
    queue('task.a.fine', 'steady', 2),
    queue('task.a.paused', 'paused'),
    queue('task.a.nobody', 'nobody', 7),
  ]
  expect(heldQueues({ tasks }, known, 'nobody polls')).toEqual([
    { type: 'task.a.nobody', alias: 'default', why: 'is nobody', queued: 7 },
    { type: 'task.a.never', alias: 'default', why: 'nobody polls', queued: 0 },
    { type: 'task.a.paused', alias: 'default', why: 'is paused', queued: 0 },
  ])
  expect([taskCountOf({ tasks }), taskCountOf(null)]).toEqual([5, 0])
})
