import { Agent } from 'node:http'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { importPKCS8, SignJWT } from 'jose'

/**
 * One alias's queue as a worker uses it: the unmodified AWS client, and reports by `fetch`. `alias`: an
 * `AliasSetup` (worker-setup.ts). `platform`: the origin to report to. `sockets`: concurrent connections. `path`: where the
 * server of the queue takes calls.
 */
export async function openQueue({ alias, platform, sockets, visibility = 30, path = '/queue' }) {
  const { queueUrl: QueueUrl, aliasId, keyId } = alias
  const client = new SQSClient({
    region: 'eu-central-1',
    endpoint: new URL(QueueUrl).origin + path,
    credentials: alias,
    requestHandler: { httpAgent: new Agent({ keepAlive: true, maxSockets: sockets }) },
  })
  const key = await importPKCS8(alias.privateKey, 'EdDSA')

  return {
    client,
    QueueUrl,

    /** Receives up to ten tasks, each with its receipt handle. */
    async receive(WaitTimeSeconds = 2) {
      const ask = { QueueUrl, WaitTimeSeconds, MaxNumberOfMessages: 10, VisibilityTimeout: visibility }
      const { Messages = [] } = await client.send(new ReceiveMessageCommand(ask))
      return Messages.map(({ Body, ReceiptHandle }) => ({ ...JSON.parse(Body), ReceiptHandle }))
    },

    /** Reports on a task with a new token; returns the status. Throws when no answer arrives. */
    async report({ taskId, lease }, body) {
      const token = await new SignJWT({ lease })
        .setProtectedHeader({ alg: 'EdDSA', kid: keyId })
        .setIssuer(aliasId)
        .setAudience(platform)
        .setExpirationTime('1m')
        .setJti(crypto.randomUUID())
        .sign(key)
      const answer = await fetch(`${platform}/api/tasks/${taskId}/report`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ lease, ...body }),
      })
      // An unread body keeps its connection occupied.
      await answer.text()
      return answer.status
    },
  }
}
