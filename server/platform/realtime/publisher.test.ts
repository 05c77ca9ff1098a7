import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createPublisher } from './publisher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (_id: string) =>
  ({ channel: 'apps.a.workqueues', event: 'status', data: { _id, appId: 'a' } }) as LiveMessage

function held() {
  const delivered: string[] = []
  const published: string[] = []
  const publisher = createPublisher({
    deliver: (messages) => delivered.push(...messages.map(({ data }) => (data as { _id: string })._id)),
    published: (ids) => published.push(...ids),
    hold: { ms: 20, now: () => performance.now() },
  })
  return { delivered, published, publisher }
}

test('rows of several processes leave in the order of their commits', () => {
  const { delivered, published, publisher } = held()
  publisher.committed('11', [message('own 11')])
  expect(published).toEqual(['11'])
  vi.advanceTimersByTime(12)
  publisher.received([{ id: '10', messages: [message('theirs 10')] }])
  expect(delivered).toEqual([])
  vi.advanceTimersByTime(12)
  expect(delivered).toEqual(['theirs 10', 'own 11'])
})

test('a new row does not leave before rows that may still arrive before it', () => {
  const { delivered, publisher } = held()
  publisher.committed('9', [message('9')])
  vi.advanceTimersByTime(19)
  publisher.committed('12', [message('12')])
  vi.advanceTimersByTime(5)
  expect(delivered).toEqual(['9'])
  publisher.received([{ id: '10', messages: [message('10')] }])
  vi.advanceTimersByTime(30)
  expect(delivered).toEqual(['9', '10', '12'])
})
