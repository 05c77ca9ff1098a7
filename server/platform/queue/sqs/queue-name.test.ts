import { expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { serviceQueueName } from './queue-name.ts'

const accountId = newId()
const allowed = /^[A-Za-z0-9_-]{1,80}$/

// Fails when a character that SQS refuses stays in a name, or the readable part is not cut.
test.each([
  { type: 'task.sales.fetch', alias: 'default' },
  { type: 'task.sales.fetch', alias: 'v1.2-beta' },
  { type: `task.${'n'.repeat(200)}.${'t'.repeat(200)}`, alias: 'a'.repeat(100) },
  { type: 'task.ü.ß', alias: '名前' },
])('a name has what SQS allows: $alias', (queue) => {
  expect(serviceQueueName({ accountId, ...queue })).toMatch(allowed)
})

// Fails without the hash: the readable parts of these are equal.
test('queues that look alike have different names, and a queue always has the same', () => {
  const alike = [
    { accountId, type: 'task.a.fetch', alias: 'v1.2' },
    { accountId, type: 'task.a.fetch', alias: 'v1_2' },
    { accountId, type: 'task.b.fetch', alias: 'v1.2' },
    { accountId: newId(), type: 'task.a.fetch', alias: 'v1.2' },
    { accountId, type: 'task.a.fetch', alias: `v1.2${'x'.repeat(90)}1` },
    { accountId, type: 'task.a.fetch', alias: `v1.2${'x'.repeat(90)}2` },
  ]
  const names = alike.map(serviceQueueName)
  expect(new Set(names).size).toBe(alike.length)
  expect(alike.map(serviceQueueName)).toEqual(names)
})

test('a name says whose queue it is', () => {
  expect(serviceQueueName({ accountId: 'a1', type: 'task.sales.fetch', alias: 'v1.2' })).toMatch(
    /^console-a1-fetch_v1_2-[0-9a-f]{24}$/,
  )
})
