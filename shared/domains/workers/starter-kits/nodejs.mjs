// A worker in one file: takes tasks out of its alias's queue, does the work and reports what came of it.
//
//   npm install @aws-sdk/client-sqs@3.1169.0 jose@6.2.17
//   node worker.mjs                                    (Node.js 20 or newer)
//
// One process does one task after the other; for more at a time start more of them. All settings are environment variables.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { importPKCS8, SignJWT } from 'jose'

const QUEUE_URL = setting('QUEUE_URL') // Queue URL of the alias
// Access Key and Secret Key of the alias. Leave both out for a queue of Amazon SQS: the SDK reads AWS_REGION and your own keys.
const ACCESS_KEY_ID = process.env.ACCESS_KEY_ID
const SECRET_ACCESS_KEY = process.env.SECRET_ACCESS_KEY
const PRIVATE_KEY = setting('PRIVATE_KEY').replaceAll('\\n', '\n') // as it was shown when it was generated
const KEY_ID = setting('KEY_ID') // id of that private key
const PLATFORM_URL = setting('PLATFORM_URL').replace(/\/+$/, '') // address of the console
const VERSION = process.env.VERSION || '1.0.0' // of your worker; shown as version @ host

/** The work. What it returns are the task's outputs; what it throws becomes the reason of the failure. */
async function work(task, { log, progress, signal }) {
  const { name } = task.inputs
  if (typeof name !== 'string') throw new Error('inputs.name must be a text')
  log(`Greeting ${name}`)
  await progress(0.5) // 0 to 1; sends the log along
  signal.throwIfAborted() // aborted when the task is no longer ours: its run was cancelled, or it took too long
  return { greeting: `Hello, ${name}` }
}

/** A task that is received stays invisible to others for so long, and is extended while it is worked on. */
const VISIBILITY_SECONDS = 30
/** How often a report is sent that does not get through. */
const REPORT_TRIES = 5

/** The task is no longer ours. */
class LeaseEnded extends Error {}
/** The reports are not taken from us. */
class Unauthorized extends Error {}

const queue = new SQSClient(
  ACCESS_KEY_ID
    ? {
        endpoint: QUEUE_URL,
        region: 'local',
        credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
      }
    : {},
)
// The console shows which hosts poll, with which version.
queue.middlewareStack.add(
  (next) => (call) => {
    Object.assign(call.request.headers, { 'x-worker-host': hostname(), 'x-worker-version': VERSION })
    return next(call)
  },
  { step: 'build' },
)
const privateKey = await importPKCS8(PRIVATE_KEY, 'EdDSA')

// The first signal lets the task under way end; a second one ends the process at once.
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())

while (!stopping.signal.aborted) {
  try {
    const command = new ReceiveMessageCommand({
      QueueUrl: QUEUE_URL,
      MaxNumberOfMessages: 1,
      WaitTimeSeconds: 20,
      VisibilityTimeout: VISIBILITY_SECONDS,
    })
    const { Messages = [] } = await queue.send(command, { abortSignal: stopping.signal })
    for (const message of Messages) await handle(message)
  } catch (error) {
    if (stopping.signal.aborted) break
    if (error instanceof Unauthorized) {
      console.error(`${error.message}: check PRIVATE_KEY, KEY_ID and PLATFORM_URL`)
      process.exit(1)
    }
    console.error('Trying again in 5 s:', error)
    await pause(5000, undefined, { signal: stopping.signal }).catch(() => {})
  }
}

/** Does one task. Its message is deleted once the result has arrived; otherwise it comes back as a new attempt. */
async function handle({ Body, ReceiptHandle }) {
  // A queue service may hand a message out twice: the report of the other execution is then refused.
  const task = { ...JSON.parse(Body), execution: randomUUID() }
  const message = { QueueUrl: QUEUE_URL, ReceiptHandle }
  const lost = new AbortController()
  const extending = setInterval(() => {
    const command = new ChangeMessageVisibilityCommand({ ...message, VisibilityTimeout: VISIBILITY_SECONDS })
    queue.send(command).catch((error) => lost.abort(error))
  }, VISIBILITY_SECONDS * 400)
  try {
    await report(task, { status: 'started' })
    await report(task, await resultOf(task, lost.signal))
    await queue.send(new DeleteMessageCommand(message))
  } catch (error) {
    if (!(error instanceof LeaseEnded)) throw error
    console.error(`Task ${task.taskId} is no longer ours`)
  } finally {
    clearInterval(extending)
  }
}

/** The report that ends the attempt. */
async function resultOf(task, signal) {
  let logs = []
  const log = (message, level = 'info') => {
    logs.push({ timestamp: new Date().toISOString(), level, message: String(message) })
  }
  const progress = async (part) => {
    const sent = logs
    logs = []
    await report(task, { status: 'started', progress: part, logs: sent })
  }
  try {
    const outputs = await work(task, { log, progress, signal })
    return { status: 'ended', outputs: outputs ?? {}, logs }
  } catch (error) {
    if (error instanceof LeaseEnded || error instanceof Unauthorized) throw error
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const entry = { level: 'error', message, stacktrace: stack }
    return { status: 'failed', reason: message, logs: [...logs, entry] }
  }
}

/** Sends a report, again and again for half a minute when it does not get through. */
async function report(task, body) {
  for (let left = REPORT_TRIES - 1; ; left -= 1) {
    const response = await send(task, body).catch((error) => error)
    if (response.ok) return
    if (response.status === 409) throw new LeaseEnded()
    const fault = response instanceof Error ? response.message : `${response.status} ${await response.text()}`
    if (response.status === 401 || response.status === 403)
      throw new Unauthorized(`The report is refused: ${fault}`)
    const passing = response instanceof Error || response.status === 429 || response.status >= 500
    if (!passing || left === 0) throw new Error(`The report does not get through: ${fault}`)
    await pause(1000 * 2 ** (REPORT_TRIES - 1 - left))
  }
}

/** Each call has a token of its own, which is good for this task's lease and for one minute. */
async function send(task, body) {
  const token = await new SignJWT({ lease: task.lease })
    .setProtectedHeader({ alg: 'EdDSA', kid: KEY_ID })
    .setIssuer(task.aliasId)
    .setAudience(PLATFORM_URL)
    .setExpirationTime('1m')
    .setJti(randomUUID())
    .sign(privateKey)
  return fetch(`${PLATFORM_URL}/api/tasks/${task.taskId}/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      lease: task.lease,
      execution: task.execution,
      version: VERSION,
      hostName: hostname(),
      ...body,
    }),
    signal: AbortSignal.timeout(10_000),
  })
}

function setting(name) {
  const value = process.env[name]
  if (value) return value
  console.error(`The environment variable ${name} is not set`)
  process.exit(1)
}
