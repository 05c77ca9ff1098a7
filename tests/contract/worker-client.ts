import { createPrivateKey, randomBytes } from 'node:crypto'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { newPrivateKey, workerWithSecrets } from '#shared/domains/workers/contract.ts'
import type { AccountClient } from './account-client.ts'
import { bodyOf, send, type Answer } from './client.ts'
import { makeWorker } from './samples.ts'

const message = z.object({ taskId: z.string(), lease: z.string(), inputs: z.record(z.string(), z.unknown()) })
export type Message = z.infer<typeof message>

/**
 * A worker: an SQS client for its tasks, and signed reports on them; see
 * docs/platform-contract.md#worker-protocol.
 */
export interface WorkerClient {
  type: string
  receive(): Promise<Message>
  report(to: Message, body: object): Promise<Answer>
}

export async function makeWorkerClient(client: AccountClient): Promise<WorkerClient> {
  const { _id, type } = await makeWorker(client)
  const { aliases } = bodyOf(await client.get(`workers/${_id}`), workerWithSecrets)
  const [alias] = aliases
  if (!alias) throw new Error('a new worker has no alias')
  const made = await client.put(`workers/${_id}/aliases/default/jwt`, { name: 'contract' })
  const key = bodyOf(made, newPrivateKey)
  const { origin, pathname } = new URL(alias.queueUrl)
  const { accessKeyId, secretAccessKey, queueUrl: QueueUrl } = alias
  const sqs = new SQSClient({
    region: 'eu-central-1',
    endpoint: `${origin}/${pathname.split('/')[1]}`,
    credentials: { accessKeyId, secretAccessKey },
  })

  return {
    type,
    async receive() {
      const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10 }))
      return message.parse(JSON.parse(Messages?.[0]?.Body ?? 'null'))
    },
    /** The audience is the console's own address, which is also the base of an embedded platform's queues. */
    async report({ taskId, lease }, body) {
      const token = await new SignJWT({ lease })
        .setProtectedHeader({ alg: 'EdDSA', kid: key.jwtId })
        .setIssuer(alias._id)
        .setAudience(origin)
        .setExpirationTime('60s')
        .setJti(randomBytes(12).toString('hex'))
        .sign(createPrivateKey(key.privateKey))
      const caller = { authorization: `Bearer ${token}` }
      return send('POST', `tasks/${taskId}/report`, caller, { lease, ...body })
    },
  }
}
