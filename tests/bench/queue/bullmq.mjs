import { Queue, Worker } from 'bullmq'
import { measured } from './measured.mjs'

/**
 * Peer: a BullMQ worker on queued jobs that do nothing. argv[2]: { port, count, concurrency, servers }.
 */
const { port, count, concurrency, servers } = JSON.parse(process.argv[2])
const connection = { host: '127.0.0.1', port }
const name = `bench-${process.pid}`
const queue = new Queue(name, { connection })
for (let added = 0; added < count; added += 500)
  await queue.addBulk(
    Array.from({ length: Math.min(500, count - added) }, () => ({ name: 'task', data: {} })),
  )

const worker = new Worker(name, async () => ({}), { connection, concurrency, autorun: false })
await worker.waitUntilReady()
let left = count
await measured(
  count,
  servers,
  () =>
    new Promise((resolve) => {
      worker.on('completed', () => --left === 0 && resolve())
      worker.run()
    }),
)
await Promise.all([worker.close(), queue.close()])
process.exit(0)
