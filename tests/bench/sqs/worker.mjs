import { Agent } from 'node:http'
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { openQueue } from '../../../docs/examples/queue-client.mjs'
import { measured } from '../queue/measured.mjs'

/**
 * One worker process with several consumers, each with the AWS client: receive ten, report them as ended in batches, delete
 * their messages. argv[2]: { alias, platform, endpoint, consumers, count, servers }.
 */
const { alias, platform, endpoint, consumers, count, servers } = JSON.parse(process.argv[2])
const { queueUrl: QueueUrl } = alias
const client = new SQSClient({
  region: 'eu-central-1',
  endpoint,
  credentials: alias,
  requestHandler: { httpAgent: new Agent({ keepAlive: true, maxSockets: consumers }) },
})
const reports = openQueue({ ...alias, platformUrl: platform }, { connections: consumers })
let left = count

async function consume(done) {
  while (left > 0) {
    const receive = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1, MaxNumberOfMessages: 10 })
    const { Messages = [] } = await client.send(receive)
    await Promise.all(
      Messages.map(async ({ Body, ReceiptHandle }) => {
        await reports.report(JSON.parse(Body), { status: 'ended', execution: ReceiptHandle.slice(0, 100) })
        if (--left === 0) done()
      }),
    )
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
    if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  }
}

await measured(
  count,
  servers,
  () => new Promise((done) => void Promise.all(Array.from({ length: consumers }, () => consume(done)))),
)
process.exit(0)
