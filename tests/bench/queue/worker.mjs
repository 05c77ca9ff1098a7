import { openQueue } from '../../support/sqs-queue.mjs'

/**
 * One worker process of several consumers, each: receive up to ten tasks, report each as ended, and so on. Prints the
 * seconds that `count` tasks took. argv[2]: { alias, platform, consumers, count }.
 */
const { alias, platform, consumers, count } = JSON.parse(process.argv[2])
const queue = await openQueue({ alias, platform, sockets: consumers })
let left = count

async function consume() {
  while (left > 0) {
    const tasks = await queue.receive(1)
    await Promise.all(tasks.map(end))
  }
}

async function end(task) {
  const status = await queue.report(task, { status: 'ended' })
  if (status !== 200) throw new Error(`A report was answered ${status}`)
  left--
}

const from = performance.now()
await Promise.all(Array.from({ length: consumers }, consume))
process.stdout.write(`${(performance.now() - from) / 1000}\n`)
process.exit(0)
