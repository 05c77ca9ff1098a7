import type { AppError } from '#server/lib/errors.ts'

/**
 * The level of the log for an answer that is an error. A fault of the gateway is an error, one of the platform a warning, and
 * a caller's mistake debug output, which can be found by the request id that its caller got. So is a call that was not made
 * because the platform is unavailable, which has no cause: the outage itself is logged once.
 */
export function failureLevel({ code, statusCode, cause }: AppError): 'error' | 'warn' | 'debug' {
  if (code === 'INTERNAL') return 'error'
  const isUntried = code === 'PLATFORM_DOWN' && cause === undefined
  return statusCode >= 500 && !isUntried ? 'warn' : 'debug'
}
