import { expect, test } from 'vitest'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { eventsOf, MAX_EVENT_BYTES } from './payload.ts'

const message = (data: unknown): LiveMessage => ({ channel: 'c', event: 'save', data }) as LiveMessage
const dataOf = (data: unknown) =>
  eventsOf(message(data)).map((event) => {
    expect(Buffer.byteLength(event.data)).toBeLessThanOrEqual(MAX_EVENT_BYTES)
    return JSON.parse(event.data) as unknown
  })

test('a small message is sent whole', () => {
  expect(eventsOf(message({ _id: '1', name: 'é' }))).toEqual([
    { channel: 'c', name: 'save', data: '{"_id":"1","name":"é"}' },
  ])
})

test('a message that is too large loses its largest fields, never its ids', () => {
  const state = { text: 'ü'.repeat(6000) }
  const workqueue = { _id: '1', appId: 'a', name: 'n'.repeat(3000), state, status: 'started', tags: ['x'] }
  expect(dataOf(workqueue)).toEqual([
    { _id: '1', appId: 'a', name: 'n'.repeat(3000), status: 'started', tags: ['x'] },
  ])
})

test('log entries are sent in as many events as they need, in order, each entry once', () => {
  const entries = Array.from({ length: 50 }, (_, index) => ({
    _id: String(index),
    taskId: 't',
    timestamp: 'now',
    level: 'info',
    message: 'x'.repeat(index === 20 ? 20_000 : 1000),
  }))
  const events = dataOf(entries) as { _id: string; message?: string }[][]
  expect(events.length).toBeGreaterThan(4)
  expect(events.flat().map(({ _id }) => Number(_id))).toEqual(entries.map((_, index) => index))
  expect(events.flat().filter(({ message: text }) => text === undefined)).toEqual([
    { _id: '20', taskId: 't', timestamp: 'now', level: 'info' },
  ])
})
