import { pino } from 'pino'
import type { Definition } from '../../../shared/domains/workqueues/contract.ts'
import { systemClock } from '../../../server/lib/clock.ts'
import { newId } from '../../../server/lib/ids.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { createPool } from '../../../server/platform/db/database.ts'
import { createRunStore } from '../../../server/platform/runs/store.ts'
import { createEngine } from '../../../server/platform/engine/engine.ts'

/**
 * The engine as the product runs it: state, events (outbox) and logs are written, every write is durable.
 * Usage: ours.ts <database url> <chain|fan|pickup> <runs>; prints seconds per run (pick-up: per workqueue), one a line.
 */
const [url = '', shape = 'chain', runs = '5'] = process.argv.slice(2)
const log = pino({ level: 'warn' })
const pool = createPool(url)
await migrate(pool, log)
const accountId = newId()
const appId = newId()
await pool.query('insert into accounts (id, name) values ($1, $1)', [accountId])
await pool.query(`insert into apps (id, account_id, name, description) values ($1, $2, 'bench', '')`, [
  appId,
  accountId,
])

type TaskStatusMessage = { _id: string; status?: string; started?: string | null }
let seen: (data: TaskStatusMessage) => void = () => {}
const engine = createEngine({
  store: createRunStore(pool),
  clock: systemClock,
  log,
  findPlan: async () => null,
  publisher: {
    committed(_outboxId, messages) {
      for (const message of messages) seen(message.data as TaskStatusMessage)
    },
  },
})
await engine.start()

const noop = (name: string, depends: string[] = []) => ({ name, type: 'task.workforce.noop', depends })

function definition(): Definition {
  const middle = Array.from({ length: 98 }, (_, i) => `middle-${i}`)
  const steps = Array.from({ length: 100 }, (_, i) => noop(`step-${i}`, i ? [`step-${i - 1}`] : []))
  const tasks =
    shape === 'chain'
      ? steps
      : shape === 'fan'
        ? [noop('first'), ...middle.map((name) => noop(name, ['first'])), noop('last', middle)]
        : [noop('only')]
  return { name: `bench ${shape}`, tasks }
}

/** Starts one workqueue; returns the seconds until its end, for pick-up those until its task starts. */
async function once(): Promise<number> {
  const from = performance.now()
  const waiting = new Promise<number>((resolve) => {
    seen = (data) => {
      const done =
        shape === 'pickup'
          ? data.status === 'started' || data.status === 'completed'
          : data.status === 'completed'
      if (done) resolve((performance.now() - from) / 1000)
    }
  })
  await engine.startWorkqueue(definition(), { accountId, appId, actor: 'bench' })
  return waiting
}

for (let i = 0; i < 3; i++) await once()
for (let run = 0; run < Number(runs); run++) {
  const seconds = await once()
  process.stdout.write(`${seconds}\n`)
  // Pick-up measures an idle engine, so the next workqueue starts after a pause.
  if (shape === 'pickup') await new Promise((resolve) => setTimeout(resolve, 20))
}
await engine.stop()
await pool.end()
