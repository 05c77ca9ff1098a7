import { expect, test } from 'vitest'
import { joinChanges, type LiveEvent } from './events.ts'

test.each<[LiveEvent, LiveEvent, LiveEvent]>([
  ['save', 'update', 'save'],
  ['save', 'status', 'save'],
  ['update', 'status', 'status'],
  ['status', 'update', 'status'],
  ['update', 'update', 'update'],
  ['save', 'remove', 'remove'],
  ['remove', 'save', 'save'],
  ['remove', 'update', 'update'],
])('%s and then %s are joined to %s, with the later fields', (first, second, event) => {
  const earlier = { event: first, row: { _id: '1', tags: ['a'], status: 'notstarted' } }
  const later = { event: second, row: { _id: '1', status: 'started' } }
  expect(joinChanges<object>(earlier, later)).toEqual({
    event,
    row: { _id: '1', tags: ['a'], status: 'started' },
  })
})
