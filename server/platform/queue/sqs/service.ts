import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { faultOfCall, type CallResult, type ServiceFault } from './service-fault.ts'
import { TRACE_ATTRIBUTE } from '../message.ts'
import type { OutgoingMessage } from './outgoing.ts'

/** How long a connection, and a whole call, may take, in milliseconds. */
const CONNECT_MS = 2000
const CALL_MS = 5000
/** Calls that are made at once. */
const CONNECTIONS = 50

/** What is called in the service, for metrics. */
export type ServiceCall = 'create' | 'delete' | 'look' | 'send'
export type OnCall = (call: ServiceCall, result: CallResult) => void

/** A message that the service has not taken, and why, by its name there. */
export interface Unsent {
  index: number
  code: string
}

export type QueueService = ReturnType<typeof createQueueService>

/**
 * The calls of Amazon SQS, or of a compatible service, that the platform makes. Each is made once and ends within its time; it
 * throws ServiceFault. Region and credentials are those that the SDK finds: `AWS_REGION`, `AWS_ACCESS_KEY_ID` and so on.
 * `endpoint`: absent for Amazon's own. `retentionS`: how long the service keeps a message; `visibilityS`: how long it hides one
 * that was received, unless its worker says another time.
 */
export function createQueueService({
  endpoint,
  retentionS,
  visibilityS,
  callMs = CALL_MS,
  onCall,
}: {
  endpoint: string | undefined
  retentionS: number
  visibilityS: number
  callMs?: number
  onCall?: OnCall | undefined
}) {
  const client = new SQSClient({
    ...(endpoint === undefined ? {} : { endpoint }),
    // The platform tries again itself, and says so.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: callMs,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })

  /** The time also ends a search for credentials, which hears no signal. */
  async function call<Answer>(
    name: ServiceCall,
    act: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const ended = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        ended.abort()
        reject(Object.assign(new Error('No answer in time'), { name: 'TimeoutError' }))
      }, callMs)
    })
    try {
      const answer = await Promise.race([act(ended.signal), late])
      onCall?.(name, 'ok')
      return answer
    } catch (error) {
      const fault = faultOfCall(error, callMs)
      onCall?.(name, fault.result)
      throw fault
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** Where it is, without its scheme: for people. */
    async host(): Promise<string> {
      if (endpoint !== undefined) return new URL(endpoint).host
      const region = client.config.region
      return `sqs.${typeof region === 'string' ? region : await region()}.amazonaws.com`
    },

    /** Makes a queue, or finds it; answers its address. */
    async create(name: string): Promise<string> {
      const Attributes = {
        MessageRetentionPeriod: String(retentionS),
        VisibilityTimeout: String(visibilityS),
      }
      try {
        return await call('create', async (abortSignal) => {
          const command = new CreateQueueCommand({ QueueName: name, Attributes })
          return addressIn(await client.send(command, { abortSignal }))
        })
      } catch (error) {
        // It was given other attributes by hand, which are left as they are.
        if ((error as ServiceFault).code !== 'QueueNameExists') throw error
        return call('create', async (abortSignal) =>
          addressIn(await client.send(new GetQueueUrlCommand({ QueueName: name }), { abortSignal })),
        )
      }
    },

    /** Removes a queue; one that does not exist is removed already. */
    async remove(url: string): Promise<void> {
      try {
        await call('delete', (abortSignal) =>
          client.send(new DeleteQueueCommand({ QueueUrl: url }), { abortSignal }),
        )
      } catch (error) {
        if (!isAbsent(error)) throw error
      }
    },

    /** Asks whether a queue can be reached. */
    async look(url: string): Promise<void> {
      await call('look', (abortSignal) =>
        client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }), {
          abortSignal,
        }),
      )
    },

    /** Sends up to ten messages; answers those that were not taken. */
    async send(url: string, messages: readonly OutgoingMessage[]): Promise<Unsent[]> {
      const Entries = messages.map(({ body, trace }, index) => ({
        Id: String(index),
        MessageBody: body,
        ...(trace === null
          ? {}
          : { MessageAttributes: { [TRACE_ATTRIBUTE]: { DataType: 'String', StringValue: trace } } }),
      }))
      const { Failed = [] } = await call('send', (abortSignal) =>
        client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }), { abortSignal }),
      )
      return Failed.map(({ Id, Code }) => ({ index: Number(Id), code: Code ?? 'unknown' }))
    },

    close: () => client.destroy(),
  }
}

function addressIn({ QueueUrl }: { QueueUrl?: string | undefined }): string {
  if (!QueueUrl) throw Object.assign(new Error('No address'), { name: 'NoQueueUrl' })
  return QueueUrl
}

const absent = ['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue']
export const isAbsent = (error: unknown): boolean =>
  absent.includes((error as Partial<ServiceFault>).code ?? '')
