import { z } from 'zod'
import { messageAttributes, TRACE_ATTRIBUTE, type MessageAttribute } from './message.ts'

/**
 * Bodies of the operations, limited to the fields that are used (AWS JSON 1.0). SQS allows a visibility of up
 * to 12 hours.
 */
const QueueUrl = z.string().max(2000)
const ReceiptHandle = z.string().max(1000)
const VisibilityTimeout = z.int().min(0).max(43_200)
const Id = z.string().regex(/^[\w-]{1,80}$/, 'must have 1 to 80 letters, digits, - or _')
const names = z.array(z.string().max(100)).max(50).optional()

const wantedAttributes = (list: readonly string[] = []): MessageAttribute[] =>
  messageAttributes.filter((name) => list.includes('All') || list.includes(name))

/** Names of message attributes as SQS reads them: `All` or `.*` for all, `prefix.*` for those that begin so. */
const wantsTrace = (list: readonly string[] = []): boolean =>
  list.some(
    (name) =>
      name === 'All' ||
      name === TRACE_ATTRIBUTE ||
      (name.endsWith('.*') && TRACE_ATTRIBUTE.startsWith(name.slice(0, -2))),
  )

export const receiveMessage = z
  .object({
    QueueUrl,
    MaxNumberOfMessages: z.int().min(1).max(10).default(1),
    WaitTimeSeconds: z.int().min(0).max(20).default(0),
    VisibilityTimeout: VisibilityTimeout.default(30),
    AttributeNames: names,
    MessageSystemAttributeNames: names,
    MessageAttributeNames: names,
  })
  .transform(({ AttributeNames, MessageSystemAttributeNames, MessageAttributeNames, ...rest }) => ({
    ...rest,
    traced: wantsTrace(MessageAttributeNames),
    attributes: wantedAttributes([...(AttributeNames ?? []), ...(MessageSystemAttributeNames ?? [])]),
  }))

export const deleteMessage = z.object({ QueueUrl, ReceiptHandle })
export const changeVisibility = z.object({ QueueUrl, ReceiptHandle, VisibilityTimeout })

const entries = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(100)

export const deleteMessageBatch = z.object({ QueueUrl, Entries: entries(z.object({ Id, ReceiptHandle })) })
export const changeVisibilityBatch = z.object({
  QueueUrl,
  Entries: entries(z.object({ Id, ReceiptHandle, VisibilityTimeout: VisibilityTimeout.default(30) })),
})

export const getQueueAttributes = z.object({ QueueUrl, AttributeNames: names })
export const getQueueUrl = z.object({
  QueueName: z.string().max(300),
  QueueOwnerAWSAccountId: z.string().max(64).optional(),
})
