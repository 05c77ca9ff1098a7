import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
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
  /** Several reports with one token, which is for these leases unless others are given. */
  reportAll(
    reports: readonly ({ taskId: string; lease: string } & Record<string, unknown>)[],
    leases?: readonly string[],
  ): Promise<Answer>
}

export async function makeWorkerClient(client: AccountClient): Promise<WorkerClient> {
  const { _id, type } = await makeWorker(client)
  const { aliases } = bodyOf(await client.get(`workers/${_id}`), workerWithSecrets)
  const [alias] = aliases
  if (!alias) throw new Error('a new worker has no alias')
  const issuer = alias._id
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
    async report({ taskId, lease }, body) {
      const caller = { authorization: `Bearer ${await tokenFor(lease)}` }
      return send('POST', `tasks/${taskId}/report`, caller, { lease, ...body })
    },
    async reportAll(reports, leases = reports.map(({ lease }) => lease)) {
      const all = [...leases].sort().join('\n')
      const token = await tokenFor(createHash('sha256').update(all).digest('base64url'))
      return send('POST', 'tasks/reports', { authorization: `Bearer ${token}` }, reports)
    },
  }

  /** The audience is the console's own address, which is also the base of an embedded platform's queues. */
  function tokenFor(lease: string): Promise<string> {
    return new SignJWT({ lease })
      .setProtectedHeader({ alg: 'EdDSA', kid: key.jwtId })
      .setIssuer(issuer)
      .setAudience(origin)
      .setExpirationTime('60s')
      .setJti(randomBytes(12).toString('hex'))
      .sign(createPrivateKey(key.privateKey))
  }
}
