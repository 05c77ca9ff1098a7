import { Logger, run } from 'graphile-worker'

/**
 * Peer: graphile-worker with concurrency 10. It has no graph, so the dependency counts are in memory: it
 * stores less than an engine. Usage: graphile.mjs <database url> <chain|fan> <runs>.
 */
const WARM_UP = 3
const [url = '', shape = 'chain', runs = '5'] = process.argv.slice(2)
let finished = () => {}
let open = 0

const tasks = {
  async step(payload, { addJob }) {
    const { index } = payload
    if (shape === 'chain') {
      if (index === 99) finished()
      else await addJob('step', { index: index + 1 })
    } else if (index === 0) {
      open = 98
      await Promise.all(Array.from({ length: 98 }, (_, i) => addJob('step', { index: i + 1 })))
    } else if (index === 99) finished()
    else if (--open === 0) await addJob('step', { index: 99 })
  },
}

const runner = await run({
  connectionString: url,
  concurrency: 10,
  noHandleSignals: true,
  taskList: tasks,
  logger: quiet(),
})
for (let i = -WARM_UP; i < Number(runs); i++) {
  const done = new Promise((resolve) => (finished = resolve))
  const from = performance.now()
  await runner.addJob('step', { index: 0 })
  await done
  if (i >= 0) process.stdout.write(`${(performance.now() - from) / 1000}\n`)
}
await runner.stop()
process.exit(0)

function quiet() {
  return new Logger(() => () => {})
}
