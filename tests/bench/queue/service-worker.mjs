import { DeleteMessageBatchCommand } from '@aws-sdk/client-sqs'
import { openQueue as openReports } from '../../../docs/examples/queue-client.mjs'
import { openQueue } from '../../support/sqs-queue.mjs'
import { measured } from './measured.mjs'

/**
 * A worker that executes tasks of either queue as `docs/workers.md` says: with those of a service it reports `started` before
 * it works and deletes the message after the end. It uses the AWS client, and reports in batches. argv[2]:
 * { alias, platform, consumers, count, servers, service, waits }; with `waits` it prints instead when it had each task, one a line.
 */
const { alias, platform, consumers, count, servers, service, waits } = JSON.parse(process.argv[2])
const path = service ? '/' : undefined
const queue = await openQueue({ alias, platform, path, sockets: consumers * 2 })
const { report } = openReports({ ...alias, platformUrl: platform }, { connections: consumers })
const had = []
let left = count

async function execute(task) {
  const own = service ? { execution: crypto.randomUUID() } : {}
  if (service) await report(task, { status: 'started', ...own })
  if (waits) had.push(Date.now())
  await report(task, { status: 'ended', ...own })
}

async function consume(done) {
  while (left > 0) {
    const tasks = await queue.receive(1)
    await Promise.all(tasks.map(execute))
    if (tasks.length === 0) continue
    const Entries = tasks.map(({ taskId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }))
    if (service) await queue.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }))
    left -= tasks.length
    if (left <= 0) done()
  }
}

const work = () =>
  new Promise((resolve, reject) => {
    for (let each = 0; each < consumers; each++) consume(resolve).catch(reject)
  })
if (waits) {
  await work()
  process.stdout.write(`${had.join('\n')}\n`)
} else await measured(count, servers, work)
process.exit(0)
