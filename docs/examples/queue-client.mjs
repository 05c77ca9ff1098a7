// The queue of one alias for a worker with many short tasks: requests signed by hand over kept connections, and up to
// 100 reports in one call with one token. Needs `npm install undici@7` and Node.js 20 or newer. `fast-worker.mjs` uses it.

import { createHash, createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { Pool } from 'undici'

/** What one call of reports may have: entries, and bytes, which leaves room below the limit of a body. */
const MOST = 100
const MOST_BYTES = 1_900_000
/** Calls of reports under way. What is reported meanwhile goes into the next ones. */
const CALLS = 4
/** How often a call is sent that does not get through. */
const TRIES = 5

const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const hash = (text) => createHash('sha256').update(text)
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A report that was refused, with the status of the refusal. */
export class Refused extends Error {
  constructor(status, message) {
    super(`${status} ${message}`)
    this.status = status
  }
}

/**
 * `settings`: queueUrl, accessKeyId, secretAccessKey, keyId, privateKey (PEM), platformUrl, and the names that the console
 * displays, version and hostName. `connections`: calls to the queue at once.
 */
export function openQueue(settings, { connections = 10 } = {}) {
  const { queueUrl, platformUrl, keyId } = settings
  const { origin, pathname } = new URL(queueUrl)
  // A receive waits up to 20 seconds for its answer.
  const queue = new Pool(origin, { connections, headersTimeout: 40_000 })
  const platform = new Pool(platformUrl, { connections: CALLS, headersTimeout: 20_000 })
  const key = createPrivateKey(settings.privateKey)
  const header = part({ alg: 'EdDSA', kid: keyId })
  const named = { version: settings.version, hostName: settings.hostName }

  /** Calls an operation of the queue, signed with Signature Version 4. Throws when it is refused. */
  async function call(operation, input, signal) {
    const body = JSON.stringify({ QueueUrl: queueUrl, ...input })
    const response = await queue.request({
      method: 'POST',
      path: pathname,
      body,
      signal,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        ...(named.hostName ? { 'x-worker-host': named.hostName } : {}),
        ...(named.version ? { 'x-worker-version': named.version } : {}),
        ...signed(settings, `AmazonSQS.${operation}`, body),
      },
    })
    const answer = await response.body.json()
    if (response.statusCode !== 200) throw new Error(`${operation}: ${response.statusCode} ${answer.message}`)
    return answer
  }

  /** A token that is valid for one call about these leases. `aliasId` is that of a message. */
  function tokenOf(aliasId, leases) {
    const lease = hash([...leases].sort().join('\n')).digest('base64url')
    const exp = Math.floor(Date.now() / 1000) + 60
    const claims = { iss: aliasId, aud: platformUrl, exp, jti: randomUUID(), lease }
    const text = `${header}.${part(claims)}`
    return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
  }

  /** One call, again when it does not get through. What an earlier one has applied is then refused with 409. */
  async function send(batch) {
    const body = `[${batch.map(({ text }) => text).join(',')}]`
    for (let tries = 1; ; tries++) {
      const authorization = `Bearer ${tokenOf(
        batch[0].task.aliasId,
        batch.map(({ task }) => task.lease),
      )}`
      try {
        const { statusCode, body: answer } = await platform.request({
          method: 'POST',
          path: '/api/tasks/reports',
          headers: { authorization, 'content-type': 'application/json' },
          body,
        })
        const answered = await answer.json()
        if (statusCode === 200) return answered
        throw new Refused(statusCode, answered.message)
      } catch (error) {
        const isPassing = !(error instanceof Refused) || error.status === 429 || error.status >= 500
        if (!isPassing || tries === TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
      }
    }
  }

  let waiting = []
  let calls = 0

  async function sendWaiting() {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, lengthOf(waiting))
      try {
        const results = await send(batch)
        batch.forEach(({ resolve, reject }, index) => {
          const { status, message } = results[index]
          if (status === 200) resolve()
          else reject(new Refused(status, message))
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    calls--
  }

  return {
    call,

    /** Up to ten tasks, each with its ReceiptHandle; waits up to 20 seconds for the first. */
    async receive({ visibilitySeconds, signal }) {
      const input = { MaxNumberOfMessages: 10, WaitTimeSeconds: 20, VisibilityTimeout: visibilitySeconds }
      const { Messages = [] } = await call('ReceiveMessage', input, signal)
      return Messages.map(({ Body, ReceiptHandle }) => ({ ...JSON.parse(Body), ReceiptHandle }))
    },

    /** Resolves when the report is stored; throws `Refused` when it is refused. `body`: the fields of a report. */
    report(task, body) {
      const { taskId, lease } = task
      const text = JSON.stringify({ taskId, lease, ...named, ...body })
      return new Promise((resolve, reject) => {
        waiting.push({ task, text, resolve, reject })
        if (calls === CALLS) return
        calls++
        setImmediate(() => void sendWaiting())
      })
    },

    close: () => Promise.all([queue.close(), platform.close()]),
  }
}

/** How many of the waiting reports go into one call; at least one, whatever its size. */
function lengthOf(waiting) {
  let bytes = 0
  const end = waiting.findIndex(({ text }, index) => {
    bytes += Buffer.byteLength(text) + 1
    return index === MOST || (index > 0 && bytes > MOST_BYTES)
  })
  return end < 0 ? waiting.length : end
}

const names = 'host;x-amz-date;x-amz-target'
let signing = { id: '', key: null }

/** The headers that sign a request to the queue: AWS Signature Version 4. */
function signed({ queueUrl, accessKeyId, secretAccessKey }, target, body) {
  const { host, pathname } = new URL(queueUrl)
  const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${moment.slice(0, 8)}/local/sqs/aws4_request`
  // The key depends on secret and day.
  const id = `${scope} ${secretAccessKey}`
  if (signing.id !== id) signing = { id, key: scope.split('/').reduce(hmac, `AWS4${secretAccessKey}`) }
  const headers = `host:${host}\nx-amz-date:${moment}\nx-amz-target:${target}\n`
  const request = `POST\n${pathname}\n\n${headers}\n${names}\n${hash(body).digest('hex')}`
  const text = `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${hash(request).digest('hex')}`
  const signature = hmac(signing.key, text).toString('hex')
  return {
    'x-amz-date': moment,
    'x-amz-target': target,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
