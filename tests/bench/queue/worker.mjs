import { createPrivateKey, sign } from 'node:crypto'
import { Pool } from 'undici'
import { openQueue as openLean } from '../../../docs/examples/queue-client.mjs'
import { openQueue } from '../../support/sqs-queue.mjs'
import { measured } from './measured.mjs'

/**
 * One worker process with several consumers. Each repeatedly receives up to ten tasks and reports each as
 * ended. argv[2]: { alias, platform, consumers, count, servers, lean, batch, waits }: `lean` receives by the client of the
 * documentation instead of that of AWS, `batch` reports by it. With `waits` it prints instead how long each task was
 * queued before its worker had it, milliseconds, one a line.
 */
const { alias, platform, consumers, count, servers, lean, batch, waits } = JSON.parse(process.argv[2])
const aws = lean ? null : await openQueue({ alias, platform, sockets: consumers })
const own = openLean({ ...alias, platformUrl: platform }, { connections: consumers })
const reports = new Pool(platform, { connections: consumers * 10 })
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const key = createPrivateKey(alias.privateKey)
const header = part({ alg: 'EdDSA', kid: alias.keyId })
let left = count

const waited = []

/** By the clock of this machine, which is also that of the platform. */
async function receiveTimed() {
  const input = {
    MaxNumberOfMessages: 10,
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['SentTimestamp'],
  }
  const { Messages = [] } = await own.call('ReceiveMessage', input)
  for (const { Attributes } of Messages) waited.push(Date.now() - Number(Attributes.SentTimestamp))
  return Messages.map(({ Body }) => JSON.parse(Body))
}

const receive = () =>
  waits ? receiveTimed() : lean ? own.receive({ visibilitySeconds: 30 }) : aws.receive(1)
const report = (task) => (batch ? own.report(task, { status: 'ended' }) : end(task))

/** Calls `done` when the last task is reported; receives that wait then are left alone. */
async function consume(done) {
  while (left > 0) {
    const tasks = await receive()
    await Promise.all(
      tasks.map(async (task) => {
        await report(task)
        if (--left === 0) done()
      }),
    )
  }
}

/**
 * A program that reports thousands of times a second signs its tokens itself: signing by a library costs it
 * twice as much.
 */
function tokenOf(lease) {
  const [iss, jti, exp] = [alias.aliasId, crypto.randomUUID(), Math.floor(Date.now() / 1000) + 60]
  const signed = `${header}.${part({ iss, aud: platform, exp, jti, lease })}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

async function end({ taskId, lease }) {
  const { statusCode, body } = await reports.request({
    method: 'POST',
    path: `/api/tasks/${taskId}/report`,
    headers: { authorization: `Bearer ${tokenOf(lease)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ lease, status: 'ended' }),
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`A report answered ${statusCode}`)
}

const work = () =>
  new Promise((resolve, reject) => {
    for (let each = 0; each < consumers; each++) consume(resolve).catch(reject)
  })
if (waits) {
  await work()
  process.stdout.write(`${waited.join('\n')}\n`)
} else await measured(count, servers, work)
process.exit(0)
