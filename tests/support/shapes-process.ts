import { pino } from 'pino'
import pg from 'pg'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'

/**
 * An engine in a separate process with a heap of its own size, which starts the runs that its parent sends: `{ plans }`,
 * then `{ definition }`, answered by `{ id }` or `{ refused }`. Usage: shapes-process.ts <database url>.
 */
const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const plans = new Map<string, Definition>()
const engine = createEngine({
  store: createRunStore(pool),
  clock: systemClock,
  log: pino({ level: 'fatal' }),
  findPlan: (_accountId, id) => Promise.resolve(plans.get(id) ?? null),
  publisher: { committed: () => undefined },
})

interface Asked {
  plans?: [string, Definition][]
  definition?: Definition
}

process.on('message', ({ plans: sent, definition }: Asked) => {
  for (const [id, plan] of sent ?? []) plans.set(id, plan)
  if (!definition) return
  engine.startWorkqueue(definition, { accountId: 'account', appId: 'app', actor: 'ada@test' }).then(
    (id) => process.send?.({ id }),
    (error: unknown) => process.send?.({ refused: String(error) }),
  )
})
process.on('disconnect', () => process.exit(1))
await engine.start()
process.send?.('ready')
