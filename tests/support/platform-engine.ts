import { pino } from 'pino'
import { createDatabase } from '../../server/platform/db/database.ts'
import { createPlanStore } from '../../server/platform/domains/plans/store.ts'
import { createRunStore } from '../../server/platform/domains/workqueues/run-store.ts'
import { createEngine } from '../../server/platform/engine/engine.ts'
import type { EngineFactory } from './platform-app.ts'

/** The real engine; the test starts and stops it. */
export const realEngine: EngineFactory = ({ pool, clock }) =>
  createEngine({
    store: createRunStore(pool),
    clock,
    log: pino({ level: 'silent' }),
    findPlan: createPlanStore(createDatabase(pool)).findDefinition,
    publisher: { committed: () => {} },
  })
