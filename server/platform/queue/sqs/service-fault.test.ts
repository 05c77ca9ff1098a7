import { expect, test } from 'vitest'
import { retryWaitMs } from './queue-store.ts'
import { faultOfCall } from './service-fault.ts'

const error = (name: string, more: object = {}) =>
  Object.assign(new Error('https://inner.host/secret'), { name, ...more })
const answered = (name: string, httpStatusCode: number) => error(name, { $metadata: { httpStatusCode } })

// Fails when a fault of the whole service is taken for one of a queue, or a text of the service is shown.
test.each([
  [error('TimeoutError'), 'timeout', 'does not answer within 5 s', true],
  [error('TimeoutError', { code: 'ECONNRESET' }), 'unreachable', 'cannot be reached (ECONNRESET)', true],
  [
    error('Error', { code: 'ECONNREFUSED', $metadata: {} }),
    'unreachable',
    'cannot be reached (ECONNREFUSED)',
    true,
  ],
  [error('CredentialsProviderError'), 'denied', 'cannot be called: no credentials were found', true],
  [answered('ServiceUnavailable', 503), 'unavailable', 'answered 503 ServiceUnavailable', true],
  [answered('RequestThrottled', 400), 'throttled', 'answered 400 RequestThrottled', true],
  [answered('ExpiredToken', 403), 'denied', 'answered 403 ExpiredToken', true],
  [answered('UnrecognizedClientException', 403), 'denied', 'answered 403 UnrecognizedClientException', true],
  [answered('QueueDoesNotExist', 400), 'refused', 'answered 400 QueueDoesNotExist', false],
  [answered('<script>', 400), 'refused', 'answered 400 an unknown error', false],
  [undefined, 'unreachable', 'cannot be reached (an unknown error)', true],
])('%s has a reason in words', (thrown, result, reason, isOfAll) => {
  const fault = faultOfCall(thrown, 5000)
  expect(fault).toMatchObject({ result, message: reason, isOfAll })
  expect(fault.message).not.toContain('secret')
})

test('waits grow to a minute, each by chance between half of it and all', () => {
  expect([0, 1, 3, 50].map((failures) => retryWaitMs(failures, () => 1))).toEqual([500, 1000, 4000, 60_000])
  expect([0, 50].map((failures) => retryWaitMs(failures, () => 0))).toEqual([250, 30_000])
})
