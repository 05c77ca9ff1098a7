import { afterEach, expect, it, vi } from 'vitest'
import { connection, knownUntil } from './live-status.ts'

afterEach(() => {
  connection.set('off')
  vi.useRealTimers()
})

it('what is shown is known up to the loss of the connection, and up to now while there is one', () => {
  vi.useFakeTimers({ now: 1000 })
  connection.set('live')
  expect(knownUntil(5000)).toBe(5000)
  connection.set('reconnecting')
  vi.setSystemTime(3000)
  expect([knownUntil(500), knownUntil(5000)]).toEqual([500, 1000])
  connection.set('live')
  expect(knownUntil(5000)).toBe(5000)
})
