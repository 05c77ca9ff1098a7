import { pino } from 'pino'
import { createVariableReader } from '#server/platform/auth/app-variables.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPlanStore } from '#server/platform/domains/plans/store.ts'
import { createTallyStore } from '#server/platform/queues/tally-store.ts'
import { createTally } from '#server/platform/queues/tally.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'
import type { Engine, WriteObserver } from '#server/platform/engine/types.ts'
import type { EngineFactory } from './platform-app.ts'

/** The real engine, with the tally of its queues; the test starts and stops it. */
export const realEngine: EngineFactory = (parts) => observedEngine(parts)

/** The same, with a further observer of its writes. */
export function observedEngine(
  { pool, clock, seal, taskNotices }: Parameters<EngineFactory>[0],
  observer?: WriteObserver,
): Engine {
  const log = pino({ level: 'silent' })
  const tally = createTally({ store: createTallyStore(createDatabase(pool)), clock, log, flushMs: 50 })
  const engine = createEngine({
    store: createRunStore(pool),
    clock,
    log,
    findPlan: createPlanStore(createDatabase(pool)).findDefinition,
    readVariables: createVariableReader({ db: createDatabase(pool), seal }),
    publisher: { committed: (_outboxId, messages) => taskNotices.publish(messages) },
    observer: {
      wrote(before, after, changes) {
        tally.wrote(before, after, changes)
        observer?.wrote(before, after, changes)
      },
    },
  })
  return {
    ...engine,
    async start() {
      tally.start()
      await engine.start()
    },
    async stop() {
      await engine.stop()
      await tally.stop()
    },
  }
}
