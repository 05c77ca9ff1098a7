import { expect, test } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { failureLevel } from './failure-level.ts'

test.each([
  ['a fault of the gateway', new AppError('INTERNAL'), 'error'],
  [
    'a call that the platform did not answer',
    new AppError('PLATFORM_DOWN', undefined, { cause: new Error('x') }),
    'warn',
  ],
  ['a failure that the platform answered', new AppError('UNAVAILABLE'), 'warn'],
  ['a call that was not made during an outage', new AppError('PLATFORM_DOWN'), 'debug'],
  ['a mistake of the caller', new AppError('BAD_REQUEST'), 'debug'],
] as const)('%s is logged as it should be', (_, error, level) => expect(failureLevel(error)).toBe(level))
