import { expect, it } from 'vitest'
import { whyQueuesOf } from '#shared/domains/tasks/why/wire.ts'
import { fittingSentence } from './listed-task.tsx'
import { listedSentence, type LoneTask } from './listed-sentence.ts'

type QueuedTask = LoneTask & { name: string; type: string; alias: string; queued: string }

const now = Date.parse('2026-03-01T10:10:00.000Z')
const task = (over: Partial<QueuedTask> = {}): QueuedTask => ({
  id: 't1',
  name: 'settle',
  type: 'task.payments.settle',
  alias: 'bigbatch',
  status: 'notstarted',
  reason: null,
  depends: [],
  workqueueStatus: 'started',
  queued: '2026-03-01T10:00:00.000Z',
  ...over,
})
const queues = whyQueuesOf([{ type: 'task.payments.settle', alias: 'bigbatch', verdict: { code: 'nobody' } }])

it.each<[string, string | null, LoneTask]>([
  ['its own reason', 'no checksum', task({ status: 'failed', reason: 'no checksum' })],
  ['one task that it waits for', 'Waits for Read', task({ depends: ['Read'] })],
  ['several', 'Waits for Read and 1 more', task({ depends: ['Read', 'Tax'] })],
  ['nothing', null, task()],
  ['a failed run', 'Not started: a task of its workqueue failed', task({ workqueueStatus: 'failed' })],
  ['a cancelled run', 'Not started: the workqueue was cancelled', task({ workqueueStatus: 'cancelled' })],
  ['a run that completed', null, task({ workqueueStatus: 'completed', depends: ['Read'] })],
  ['a task that runs', null, task({ status: 'started' })],
  ['an unknown status', null, task({ status: 'paused' })],
])('says %s', (_what, sentence, one) => {
  expect(listedSentence(one, undefined, now)?.text ?? null).toBe(sentence)
})

it('says that no worker polls the queue in which a task waits, and without queues how long it waits', () => {
  expect(listedSentence(task({ status: 'queued' }), queues, now)).toMatchObject({
    text: expect.stringMatching(/^Waiting: nobody polls .*bigbatch/),
    short: 'nobody polls bigbatch',
  })
  expect(listedSentence(task({ status: 'queued' }), undefined, now)?.text).toMatch(/^Waits 10 m/)
})

/** Fails when a sentence is cut in the column of reasons, so that its cause is missing. */
it('is the short form where the whole sentence has no room', () => {
  const short = 'nobody polls bigbatch'
  const text = 'Waiting: nobody polls loadwarehouse · bigbatch, last poll never'
  expect(fittingSentence({ text, short })).toBe(text)
  expect(fittingSentence({ text: `${text}, and 12 more queues are not served either`, short })).toBe(short)
})
