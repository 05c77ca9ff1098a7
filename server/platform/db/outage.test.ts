import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Logger } from '#server/lib/logger.ts'
import { createOutageLog } from './outage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function outageOf() {
  const log = { error: vi.fn<() => void>(), info: vi.fn<() => void>(), debug: vi.fn<() => void>() }
  const query = vi.fn<() => Promise<unknown>>().mockRejectedValue(gone())
  return { log, query, outage: createOutageLog({ query } as never, log as unknown as Logger, 1) }
}

// Red when each refused call is logged, or when the end of an outage is not noticed without a call.
test('an outage is one line, and its end is one; the next outage is reported again', async () => {
  const { log, query, outage } = outageOf()
  for (let call = 0; call < 100; call++) expect(outage.covers(gone())).toBe(true)
  await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(2))
  expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 0])
  query.mockResolvedValue({})
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
  outage.covers(gone())
  expect(log.error).toHaveBeenCalledTimes(2)
  await outage.stop()
  expect(log.info).toHaveBeenCalledTimes(1)
})

test('faults of one statement are no outage', () => {
  const { log, outage } = outageOf()
  for (const code of ['57014', '23505', '53100'])
    expect(outage.covers(Object.assign(new Error('fault'), { code }))).toBe(false)
  expect(log.error).not.toHaveBeenCalled()
})
