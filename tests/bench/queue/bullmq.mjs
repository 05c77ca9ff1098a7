import { Queue, Worker } from 'bullmq'

/**
 * Peer: a BullMQ worker on queued jobs that do nothing. Prints the seconds that they took. Usage: bullmq.mjs
 * <redis port> <jobs> <concurrency>.
 */
const [port, jobs, concurrency] = process.argv.slice(2).map(Number)
const connection = { host: '127.0.0.1', port }
const name = `bench-${process.pid}`
const queue = new Queue(name, { connection })
for (let added = 0; added < jobs; added += 500)
  await queue.addBulk(Array.from({ length: Math.min(500, jobs - added) }, () => ({ name: 'task', data: {} })))

const worker = new Worker(name, async () => ({}), { connection, concurrency, autorun: false })
await worker.waitUntilReady()
let left = jobs
const from = performance.now()
await new Promise((resolve) => {
  worker.on('completed', () => --left === 0 && resolve())
  worker.run()
})
process.stdout.write(`${(performance.now() - from) / 1000}\n`)
await Promise.all([worker.close(), queue.close()])
process.exit(0)
