import { DeleteMessageBatchCommand } from '@aws-sdk/client-sqs'
import { openQueue } from './sqs-queue.mjs'

/**
 * A worker program that counts its effects. It prints its actions as lines of JSON: `{ took, attempt }` for
 * each execution of a task, `{ reported, attempt, status }` for each answer, `{ late, attempt, status }` for
 * a report of a lease that it knows to have ended. The first of every `holdEvery` tasks is held without a
 * report until its visibility has ended and it is received again. On `SIGTERM` it reports once more on the
 * last leases, and exits. argv[2]: { aliases, platform, consumers, workMs, visibility, holdEvery }.
 */
const { aliases, platform, consumers, workMs, visibility, holdEvery } = JSON.parse(process.argv[2])
const held = new Map()
const ended = []
const KEPT = 50
let taken = 0
let stopping = false

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** A lost answer says nothing about the report, so it is sent again until an answer arrives. */
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
    // A receive call that fails because a platform died is repeated.
    const tasks = await queue.receive().catch(() => [])
    const Entries = (await Promise.all(tasks.map((task) => work(queue, task)))).filter(Boolean)
    if (Entries.length === 0) continue
    const remove = new DeleteMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries })
    // A task that has ended is not delivered again, whether its message was deleted or not.
    await queue.client.send(remove).catch(() => {})
  }
}

process.once('SIGTERM', () => (stopping = true))
// The parent process has exited: without this the worker would never end.
process.stdin.once('close', () => process.exit(1)).resume()
const queues = await Promise.all(
  aliases.map((alias) => openQueue({ alias, platform, sockets: consumers, visibility })),
)
await Promise.all(queues.flatMap((queue) => Array.from({ length: consumers }, () => consume(queue))))
for (const { queue, task } of ended)
  say({ late: task.taskId, attempt: task.attempt, status: await reportSurely(queue, task) })
process.exit(0)
