import http from 'node:http'
import net from 'node:net'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { importPKCS8, SignJWT } from 'jose'

/**
 * A worker process for the fault tests. It reaches the console through `relayPort` and prints its actions as
 * lines of JSON. argv[2]: { queueUrl, endpoint, relayPort, audience, aliasId, keyId, privateKey, accessKeyId,
 * secretAccessKey, workMs, visibility, hangs }. With `hangs`, or after SIGUSR2, it stops itself when it has
 * received its next task, until SIGCONT.
 */
const setup = JSON.parse(process.argv[2])
const httpAgent = new http.Agent({ keepAlive: true })
httpAgent.createConnection = () => net.connect(setup.relayPort, '127.0.0.1')
const sqs = new SQSClient({
  region: 'eu-central-1',
  endpoint: setup.endpoint,
  credentials: setup,
  requestHandler: { httpAgent },
})
const key = await importPKCS8(setup.privateKey, 'EdDSA')
const { queueUrl: QueueUrl } = setup

let { hangs } = setup
process.on('SIGUSR2', () => (hangs = true))

const say = (event, message) => process.stdout.write(`${JSON.stringify({ event, ...message })}\n`)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function report({ taskId, lease }, body) {
  const token = await new SignJWT({ lease })
    .setProtectedHeader({ alg: 'EdDSA', kid: setup.keyId })
    .setIssuer(setup.aliasId)
    .setAudience(setup.audience)
    .setExpirationTime('1m')
    .setJti(crypto.randomUUID())
    .sign(key)
  const answer = await fetch(`http://127.0.0.1:${setup.relayPort}/api/tasks/${taskId}/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ lease, ...body }),
  })
  return answer.status
}

/** A lost reply says nothing about the report, so it is sent again until a reply arrives. */
async function reportReliably(task, body) {
  for (;;) {
    const status = await report(task, body).catch(() => null)
    if (status !== null) return status
    await sleep(100)
  }
}

async function work({ Body, ReceiptHandle }) {
  const task = JSON.parse(Body)
  const about = { taskId: task.taskId, attempt: task.attempt }
  say('took', about)
  if (hangs) {
    hangs = false
    say('hangs', about)
    process.kill(process.pid, 'SIGSTOP')
  }
  await sleep(setup.workMs)
  const status = await reportReliably(task, { status: 'ended' })
  say('reported', { ...about, status })
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch(() => {})
}

say('ready')
for (;;) {
  const ask = { QueueUrl, WaitTimeSeconds: 2, VisibilityTimeout: setup.visibility }
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(ask)).catch(() => ({}))
  for (const message of Messages) await work(message)
}
