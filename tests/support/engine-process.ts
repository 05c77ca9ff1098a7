import { pino } from 'pino'
import pg from 'pg'
import { systemClock } from '#server/lib/clock.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'

/**
 * An engine in a separate process, to be killed. Usage: engine-process.ts <database url>. Its delay tasks
 * record their execution in the table `effects`, then wait: `ms` milliseconds, or without `ms` until the test
 * sends `finish`.
 */
const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 6 })
const finished = new Promise((resolve) => process.on('message', resolve))
const engine = createEngine({
  store: createRunStore(pool),
  clock: systemClock,
  log: pino({ level: 'warn' }),
  findPlan: () => Promise.resolve(null),
  publisher: { committed: () => undefined },
  pace: { period: 200, first: 100 },
  executors: {
    'task.workforce.delay': async ({ inputs, task }) => {
      const values = [task.id, task.attempt, process.pid]
      await pool.query('insert into effects (task_id, attempt, process) values ($1, $2, $3)', values)
      await (inputs.ms === undefined
        ? finished
        : new Promise((resolve) => setTimeout(resolve, Number(inputs.ms))))
      return inputs
    },
  },
})
// The test process has exited: without this the engine would never end.
process.on('disconnect', () => process.exit(1))
await engine.start()
process.send?.('ready')
