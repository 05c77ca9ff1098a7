import { DeleteMessageBatchCommand } from '@aws-sdk/client-sqs'
import { openQueue } from './sqs-queue.mjs'

/**
 * A worker program that keeps count of its effects. It says in lines of JSON what it does: `{ took, attempt }` for each
 * execution of a task, `{ reported, attempt, status }` for each answer, `{ late, attempt, status }` for a report of a
 * lease that it knows to have ended. Of every `holdEvery` tasks the first is held without a word until it comes again,
 * when its visibility has ended. On `SIGTERM` it reports once more on the last leases, and ends.
 * argv[2]: { aliases, platform, consumers, workMs, visibility, holdEvery }.
 */
const { aliases, platform, consumers, workMs, visibility, holdEvery } = JSON.parse(process.argv[2])
const held = new Map()
const ended = []
const KEPT = 50
let taken = 0
let stopping = false

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** An answer that is lost says nothing about the report: it is sent again until one comes. */
async function reportSurely(queue, task) {
  for (;;) {
    const status = await queue.report(task, { status: 'ended' }).catch(() => null)
    if (status !== null && status < 500) return status
    await sleep(50)
  }
}

async function work(queue, task) {
  const { taskId, attempt } = task
  say({ took: taskId, attempt })
  const earlier = held.get(taskId)
  if (earlier) {
    held.delete(taskId)
    say({ late: taskId, attempt: earlier.attempt, status: await reportSurely(queue, earlier) })
  } else if (taken++ % holdEvery === 0) {
    held.set(taskId, task)
    return null
  }
  await sleep(workMs)
  say({ reported: taskId, attempt, status: await reportSurely(queue, task) })
  ended.push({ queue, task })
  if (ended.length > KEPT) ended.shift()
  return { Id: taskId, ReceiptHandle: task.ReceiptHandle }
}

async function consume(queue) {
  while (!stopping) {
    // What does not come because a platform dies is asked for again.
    const tasks = await queue.receive().catch(() => [])
    const Entries = (await Promise.all(tasks.map((task) => work(queue, task)))).filter(Boolean)
    if (Entries.length === 0) continue
    const remove = new DeleteMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries })
    // A task that has ended does not come back, whether its message was deleted or not.
    await queue.client.send(remove).catch(() => {})
  }
}

process.once('SIGTERM', () => (stopping = true))
// The parent process is gone: without it this process would never end.
process.stdin.once('close', () => process.exit(1)).resume()
const queues = await Promise.all(
  aliases.map((alias) => openQueue({ alias, platform, sockets: consumers, visibility })),
)
await Promise.all(queues.flatMap((queue) => Array.from({ length: consumers }, () => consume(queue))))
for (const { queue, task } of ended)
  say({ late: task.taskId, attempt: task.attempt, status: await reportSurely(queue, task) })
process.exit(0)
