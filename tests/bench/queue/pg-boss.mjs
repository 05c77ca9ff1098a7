import PgBoss from 'pg-boss'
import { measured } from './measured.mjs'

/**
 * Peer: pg-boss on queued jobs that do nothing, fetched and completed ten at a time by several consumers, like ours. Its own loop of workers
 * waits half a second after each batch. argv[2]: { url, count, consumers, servers }.
 */
const { url, count, consumers, servers } = JSON.parse(process.argv[2])
const boss = new PgBoss({ connectionString: url, max: consumers })
boss.on('error', (error) => {
  throw error
})
await boss.start()
await boss.createQueue('task')
for (let added = 0; added < count; added += 500)
  await boss.insert(Array.from({ length: Math.min(500, count - added) }, () => ({ name: 'task', data: {} })))

let left = count
async function consume() {
  while (left > 0) {
    const jobs = (await boss.fetch('task', { batchSize: 10 })) ?? []
    if (jobs.length === 0) continue
    await boss.complete(
      'task',
      jobs.map(({ id }) => id),
    )
    left -= jobs.length
  }
}
await measured(count, servers, () => Promise.all(Array.from({ length: consumers }, consume)))
await boss.stop({ graceful: false })
process.exit(0)
