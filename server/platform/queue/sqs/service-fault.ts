/** What became of a call of the queue service: for metrics, so the values are few. */
export type CallResult = 'ok' | 'unreachable' | 'timeout' | 'unavailable' | 'throttled' | 'denied' | 'refused'

/** A call of the queue service that failed. `reason` is for people: it has neither addresses nor texts of the service. */
export class ServiceFault extends Error {
  readonly result: Exclude<CallResult, 'ok'>
  /** The name of the error in the service, such as `QueueDoesNotExist`. */
  readonly code: string

  constructor(result: ServiceFault['result'], code: string, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ServiceFault'
    this.result = result
    this.code = code
  }

  /** Other queues of the service have it too. */
  get isOfAll(): boolean {
    return this.result !== 'refused'
  }
}

/** As the SDK throws them; nothing of it is certain. */
interface SdkError {
  name?: unknown
  code?: unknown
  $metadata?: { httpStatusCode?: unknown }
}

const throttling = new Set(['ThrottlingException', 'RequestThrottled', 'Throttling', 'KmsThrottled'])
const credentials = /Token|Signature|AccessDenied/
const plainName = (value: unknown) =>
  typeof value === 'string' && /^[\w.]{1,80}$/.test(value) ? value : 'an unknown error'

/** What an error of the SDK means. `timeoutMs` is how long the call may take. */
export function faultOfCall(thrown: unknown, timeoutMs: number): ServiceFault {
  const { name, code, $metadata } = (thrown ?? {}) as SdkError
  const cause = { cause: thrown }
  const called = plainName(name)
  const status = $metadata?.httpStatusCode
  // The SDK also calls a cut connection a TimeoutError, with the code of its cause.
  const isLate = called === 'AbortError' || (called === 'TimeoutError' && (!code || code === 'ETIMEDOUT'))
  if (isLate)
    return new ServiceFault('timeout', called, `does not answer within ${timeoutMs / 1000} s`, cause)
  if (called === 'CredentialsProviderError')
    return new ServiceFault('denied', called, 'cannot be called: no credentials were found', cause)
  if (typeof status !== 'number') {
    const how = plainName(code ?? name)
    return new ServiceFault('unreachable', how, `cannot be reached (${how})`, cause)
  }
  const answered = `answered ${status} ${called}`
  if (status === 429 || throttling.has(called)) return new ServiceFault('throttled', called, answered, cause)
  if (status >= 500) return new ServiceFault('unavailable', called, answered, cause)
  if (status === 401 || status === 403 || credentials.test(called))
    return new ServiceFault('denied', called, answered, cause)
  return new ServiceFault('refused', called, answered, cause)
}
