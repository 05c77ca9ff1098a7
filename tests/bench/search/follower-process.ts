import { pino } from 'pino'
import { createDatabase, createPool } from '../../../server/platform/db/database.ts'
import { createSearchFollower } from '../../../server/platform/search/follower.ts'
import { backendOf, ownProcessorTime, processorTimeOf } from './processor.ts'

/**
 * Makes runs of a database searchable in a process of its own, so that its processor time can be told from the engine's.
 * Each message, the times that all runs are to be written before, is answered with the processor time of the process and of
 * its connection.
 */
const log = pino({ level: 'warn' })
const pool = createPool({ connectionString: process.argv[2] ?? '', max: 1 }, log)
const backend = await backendOf(pool)
const follower = createSearchFollower({ db: createDatabase(pool), log })
process.on('message', (rewrites: number) => void answer(rewrites))
follower.start()
process.send?.('ready')

async function answer(rewrites: number): Promise<void> {
  for (let times = 0; times < rewrites; times++) {
    await pool.query('insert into search_changes (run_id) select id from workqueues')
    await follower.drain()
  }
  await follower.drain()
  process.send?.({
    platform: ownProcessorTime(),
    database: await processorTimeOf(backend),
  })
}
