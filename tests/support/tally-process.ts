import pg from 'pg'
import { pino } from 'pino'
import { systemClock } from '#server/lib/clock.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import type { RunChanges } from '#server/platform/engine/draft.ts'
import type { Run } from '#server/platform/engine/run.ts'
import type { RunTask } from '#server/platform/engine/task.ts'
import { createTallyStore } from '#server/platform/queues/tally-store.ts'
import { createTally } from '#server/platform/queues/tally.ts'

/** A tally in a separate process, to be killed. Usage: tally-process.ts <database url> <account id>. */
const [url = '', accountId = ''] = process.argv.slice(2)
const db = createDatabase(new pg.Pool({ connectionString: url, max: 3 }))
const log = pino({ level: 'warn' })
const tally = createTally({ store: createTallyStore(db), clock: systemClock, log, flushMs: 3_600_000 })

const task = {
  id: 't',
  position: 0,
  type: 'task.a.b',
  alias: 'default',
  attempt: 0,
  version: null,
  hostName: null,
}
const queued = { ...task, status: 'queued', queued: 1, started: null } as unknown as RunTask
const ended = { ...queued, status: 'ended', attempt: 1, started: 2, ended: 3 } as RunTask
const run = (one: RunTask) => ({ accountId, appId: 'app', tasks: [one] }) as unknown as Run
const change = (one: RunTask) => ({ tasks: [{ task: one, patch: {} }], past: [] }) as unknown as RunChanges

// The test process has exited: without this the program would never end.
process.on('disconnect', () => process.exit(1))
for (let counted = 0; ;) {
  for (let n = 0; n < 100; n++, counted++) {
    tally.wrote(null, run(queued), change(queued))
    tally.wrote(run(queued), run(ended), change(ended))
  }
  await tally.flush()
  process.send?.({ flushed: counted })
}
