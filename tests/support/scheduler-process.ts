import { pino } from 'pino'
import pg from 'pg'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPlanStore } from '#server/platform/domains/plans/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createScheduler } from '#server/platform/schedules/scheduler.ts'

/**
 * A scheduler and an engine in a separate process, to be killed. Usage: scheduler-process.ts <database url> [real].
 * With `real` it works by the clock of the machine. Otherwise each message is the time in milliseconds: it does all that
 * is due then and answers with it.
 */
const [url = '', mode] = process.argv.slice(2)
let now = 0
const isReal = mode === 'real'
const clock: Clock = isReal ? systemClock : { now: () => now, monotonic: () => performance.now() }
const log = pino({ level: 'fatal' })
const pool = new pg.Pool({ connectionString: url, max: 10 })
const db = createDatabase(pool)
const { findDefinition: findPlan } = createPlanStore(db)
const engine = createEngine({
  store: createRunStore(pool),
  clock,
  log,
  findPlan,
  publisher: { committed: () => undefined },
  // What a killed process held is taken over soon, so that a trial does not wait.
  ...(isReal ? {} : { pace: { period: 200, first: 100 } }),
})
const scheduler = createScheduler({ db, engine, findPlan, clock, log })
// The test process has exited: without this the engine would never end.
process.on('disconnect', () => process.exit(1))
process.on('message', async (time: number) => {
  now = time
  await scheduler.settle()
  process.send?.(time)
})
await engine.start()
if (isReal) scheduler.run()
process.send?.('ready')
