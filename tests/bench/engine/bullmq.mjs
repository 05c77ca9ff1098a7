import { FlowProducer, Queue, QueueEvents, Worker } from 'bullmq'

/**
 * Peer: BullMQ flows on Redis, concurrency 50. A chain nests parents; a fan is one parent with 99 children,
 * which BullMQ supports directly. Usage: bullmq.mjs <redis port> <chain|fan> <runs>.
 */
const WARM_UP = 3
const [port = '6379', shape = 'chain', runs = '5'] = process.argv.slice(2)
const connection = { host: '127.0.0.1', port: Number(port) }
const queueName = 'bench'
const queue = new Queue(queueName, { connection })
const events = new QueueEvents(queueName, { connection })
const worker = new Worker(queueName, async () => ({}), { connection, concurrency: 50 })
const flows = new FlowProducer({ connection })
await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()])

function flow() {
  const job = (children) => ({ name: 'step', queueName, data: {}, children })
  if (shape === 'fan') return job(Array.from({ length: 99 }, () => job()))
  let tree = job()
  for (let i = 0; i < 99; i++) tree = job([tree])
  return tree
}

for (let i = -WARM_UP; i < Number(runs); i++) {
  const from = performance.now()
  const { job } = await flows.add(flow())
  await job.waitUntilFinished(events)
  if (i >= 0) process.stdout.write(`${(performance.now() - from) / 1000}\n`)
}
await Promise.all([worker.close(), events.close(), flows.close(), queue.close()])
process.exit(0)
