/** An answer other than 200, in the form that AWS clients convert into their exceptions. */
interface Fault {
  status: number
  /** The name of the exception in the JSON protocol. */
  type: string
  /** The code of the older query protocol, where it differs; clients report it as `Code`. */
  queryCode?: string
  message: string
}

const faults = {
  MISSING_AUTHENTICATION: {
    status: 403,
    type: 'MissingAuthenticationToken',
    message: 'The request is not signed: an Authorization header of Signature Version 4 is missing',
  },
  INCOMPLETE_SIGNATURE: {
    status: 403,
    type: 'IncompleteSignature',
    message: 'The signature is not complete',
  },
  UNKNOWN_ACCESS_KEY: {
    status: 403,
    type: 'InvalidClientTokenId',
    message: 'The access key is not known here',
  },
  WRONG_SIGNATURE: {
    status: 403,
    type: 'SignatureDoesNotMatch',
    message: 'The signature is not that of this request, its host and its secret access key',
  },
  ACCESS_DENIED: {
    status: 403,
    type: 'AccessDenied',
    message: 'The access key does not open this queue',
  },
  NO_SUCH_QUEUE: {
    status: 400,
    type: 'QueueDoesNotExist',
    queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
    message: 'The queue does not exist',
  },
  INVALID_RECEIPT: {
    status: 400,
    type: 'ReceiptHandleIsInvalid',
    message: 'The receipt handle was not given out by this queue',
  },
  NOT_IN_FLIGHT: {
    status: 400,
    type: 'MessageNotInflight',
    queryCode: 'AWS.SimpleQueueService.MessageNotInflight',
    message: 'The message is not in flight any more',
  },
  INVALID_ATTRIBUTE: { status: 400, type: 'InvalidAttributeName', message: 'There is no such attribute' },
  INVALID_PARAMETER: { status: 400, type: 'InvalidParameterValue', message: 'A parameter is not valid' },
  EMPTY_BATCH: {
    status: 400,
    type: 'EmptyBatchRequest',
    queryCode: 'AWS.SimpleQueueService.EmptyBatchRequest',
    message: 'The batch holds no entries',
  },
  BATCH_TOO_LONG: {
    status: 400,
    type: 'TooManyEntriesInBatchRequest',
    queryCode: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
    message: 'A batch has at most 10 entries',
  },
  BATCH_IDS_NOT_DISTINCT: {
    status: 400,
    type: 'BatchEntryIdsNotDistinct',
    queryCode: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
    message: 'Two entries of the batch have the same id',
  },
  UNSUPPORTED: {
    status: 400,
    type: 'UnsupportedOperation',
    queryCode: 'AWS.SimpleQueueService.UnsupportedOperation',
    message: 'This queue does not support the operation',
  },
  TOO_LARGE: { status: 413, type: 'RequestTooLarge', message: 'The request is too large' },
  INTERNAL: { status: 500, type: 'InternalFailure', message: 'Something went wrong' },
  UNAVAILABLE: {
    status: 503,
    type: 'ServiceUnavailable',
    message: 'The queue cannot be asked at the moment',
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** A refusal of the queue endpoint; the worker gets its message. */
export class QueueFault extends Error {
  readonly fault: Fault

  constructor(name: FaultName, message?: string) {
    super(message ?? faults[name].message)
    this.name = 'QueueFault'
    this.fault = faults[name]
  }
}

/** Body and headers of the answer (AWS JSON 1.0, with the codes of the query protocol). */
export function answerOfFault({ fault, message }: QueueFault) {
  const { status, type, queryCode = type } = fault
  const blame = status < 500 ? 'Sender' : 'Receiver'
  return {
    status,
    headers: { 'x-amzn-errortype': type, 'x-amzn-query-error': `${queryCode};${blame}` },
    body: { __type: `com.amazonaws.sqs#${type}`, message },
  }
}
