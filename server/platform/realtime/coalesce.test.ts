import { expect, test } from 'vitest'
import type { LiveEvent, LiveMessage } from '#shared/realtime/events.ts'
import { coalesce } from './coalesce.ts'

const list = 'apps.a.workqueues'
const logs = 'apps.a.workqueues.w.tasks.logs'

function row(_id: string, event: LiveEvent, fields: object = {}, channel = list): LiveMessage {
  return { channel, event, data: { _id, appId: 'a', ...fields } }
}

test.each<[LiveEvent, LiveEvent, LiveEvent]>([
  ['save', 'status', 'save'],
  ['update', 'status', 'status'],
  ['status', 'update', 'status'],
  ['update', 'update', 'update'],
])('%s then %s is sent as %s, with the later fields', (first, second, joined) => {
  const messages = [
    row('1', first, { name: 'n', status: 'notstarted' }),
    row('1', second, { status: 'started' }),
  ]
  expect(coalesce(messages)).toEqual([row('1', joined, { name: 'n', status: 'started' })])
})

test('rows and channels stay separate', () => {
  const messages = [row('1', 'update'), row('2', 'update'), row('1', 'update', {}, `${list}.1`)]
  expect(coalesce(messages)).toEqual(messages)
})

test('a run is not sent as completed before the last change of its tasks', () => {
  const started = row('run', 'status', { status: 'started' })
  const task = row('task', 'status', { status: 'ended' }, `${list}.run.tasks`)
  const completed = row('run', 'status', { status: 'completed' })
  expect(coalesce([started, task, completed])).toEqual([task, completed])
})

test('log entries of a channel are concatenated in order', () => {
  const entry = (_id: string) => ({ _id, taskId: 't', timestamp: '', level: 'info', message: _id })
  const log = (data: unknown) => ({ channel: logs, event: 'save', data }) as LiveMessage
  expect(coalesce([log(entry('1')), log([entry('2'), entry('3')])])).toEqual([
    log([entry('1'), entry('2'), entry('3')]),
  ])
})

test('the global channel keeps every step', () => {
  const messages = [
    row('1', 'status', { status: 'queued' }, 'tasks'),
    row('1', 'status', { status: 'started' }, 'tasks'),
  ]
  expect(coalesce(messages)).toEqual(messages)
})
