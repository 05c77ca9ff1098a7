import { createHash } from 'node:crypto'
import type { AliasIdentity } from './alias-credentials.ts'
import { traceOfAttempt } from '../engine/history/trace.ts'
import type { Run } from '../engine/run.ts'
import type { RunTask } from '../engine/task.ts'
import { QueueFault } from './faults.ts'
import type { LeaseRef } from './reserve.ts'
import type { LeasedTask } from './leased-tasks.ts'

/** A message as `ReceiveMessage` answers it. */
export interface Message {
  MessageId: string
  ReceiptHandle: string
  MD5OfBody: string
  Body: string
  Attributes?: Record<string, string>
  MessageAttributes?: Record<string, { DataType: 'String'; StringValue: string }>
  MD5OfMessageAttributes?: string
}

/** What of a task and its run a message is made of. */
export interface MessageTask {
  task: Pick<RunTask, 'id' | 'name' | 'inputs' | 'resolvedInputs' | 'outputs' | 'timeoutMs'>
  run: Pick<Run, 'id' | 'description' | 'appId' | 'accountId'>
}

export const TRACE_ATTRIBUTE = 'traceparent'

/** The system attributes of a message. */
export const messageAttributes = ['ApproximateReceiveCount', 'SentTimestamp', 'SenderId'] as const
export type MessageAttribute = (typeof messageAttributes)[number]

/**
 * The body of a message: everything that a worker needs to execute the task and to report on it. Inputs are
 * resolved; nothing else of the run's state is included.
 */
export function bodyOf(
  { lease, attempt, task, run, inputs }: MessageTask & Pick<LeasedTask, 'lease' | 'attempt' | 'inputs'>,
  { type, alias, aliasId }: AliasIdentity,
) {
  return {
    taskId: task.id,
    lease,
    attempt,
    name: task.name,
    type,
    alias,
    aliasId,
    inputs: inputs,
    /** Result field -> where it is written to. */
    outputs: task.outputs,
    timeoutMs: task.timeoutMs,
    workQueueId: run.id,
    workQueueDescription: run.description,
    appId: run.appId,
  }
}

export function messageOf(
  taken: LeasedTask,
  alias: AliasIdentity,
  { attributes, traced }: { attributes: readonly MessageAttribute[]; traced: boolean },
): Message {
  const Body = JSON.stringify(bodyOf(taken, alias))
  const values: Record<MessageAttribute, string> = {
    ApproximateReceiveCount: String(taken.attempt),
    SentTimestamp: String(taken.task.queued),
    SenderId: alias.accountId,
  }
  return {
    MessageId: taken.taskId,
    ReceiptHandle: receiptOf(taken),
    MD5OfBody: createHash('md5').update(Body).digest('hex'),
    Body,
    ...(attributes.length > 0
      ? { Attributes: Object.fromEntries(attributes.map((name) => [name, values[name]])) }
      : {}),
    ...(traced ? traceAttribute(traceOfAttempt(taken.run, taken)) : {}),
  }
}

/** The only message attribute: `traceparent` of the attempt, which the worker's spans and its report continue. */
function traceAttribute(trace: string | null): Pick<Message, 'MessageAttributes' | 'MD5OfMessageAttributes'> {
  if (trace === null) return {}
  return {
    MessageAttributes: { [TRACE_ATTRIBUTE]: { DataType: 'String', StringValue: trace } },
    MD5OfMessageAttributes: digestOf(TRACE_ATTRIBUTE, trace),
  }
}

/** The digest of one text attribute as SQS defines it: name, type and value, each after its length, the value after its kind. */
function digestOf(name: string, value: string): string {
  const hash = createHash('md5')
  const add = (text: string) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  add(name)
  add('String')
  hash.update(Buffer.of(1))
  add(value)
  return hash.digest('hex')
}

const receiptForm = /^([0-9a-z]{1,64})\.([0-9a-f-]{36})$/

/** A receipt handle names a lease; its form is internal. */
export const receiptOf = ({ taskId, lease }: LeaseRef) =>
  Buffer.from(`${taskId}.${lease}`).toString('base64url')

/** Throws INVALID_RECEIPT for other texts. */
export function leaseOfReceipt(receipt: string): LeaseRef {
  const [, taskId, lease] = receiptForm.exec(Buffer.from(receipt, 'base64url').toString('latin1')) ?? []
  if (!taskId || !lease) throw new QueueFault('INVALID_RECEIPT')
  return { taskId, lease }
}
