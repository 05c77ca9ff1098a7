import { createHash } from 'node:crypto'
import type { AliasIdentity } from './alias-credentials.ts'
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
}

/** The system attributes of a message. */
export const messageAttributes = ['ApproximateReceiveCount', 'SentTimestamp', 'SenderId'] as const
export type MessageAttribute = (typeof messageAttributes)[number]

/**
 * The body of a message: everything that a worker needs to execute the task and to report on it. Inputs are
 * resolved; nothing else of the run's state is included.
 */
export function bodyOf(
  { lease, attempt, task, run, inputs }: LeasedTask,
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
  attributes: readonly MessageAttribute[],
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
  }
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
