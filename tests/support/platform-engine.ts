import { pino } from 'pino'
import { createVariableReader } from '#server/platform/auth/app-variables.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPlanStore } from '#server/platform/domains/plans/store.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'
import type { EngineFactory } from './platform-app.ts'

/** The real engine; the test starts and stops it. */
export const realEngine: EngineFactory = ({ pool, clock, seal, taskNotices }) =>
  createEngine({
    store: createRunStore(pool),
    clock,
    log: pino({ level: 'silent' }),
    findPlan: createPlanStore(createDatabase(pool)).findDefinition,
    readVariables: createVariableReader({ db: createDatabase(pool), seal }),
    publisher: { committed: (_outboxId, messages) => taskNotices.publish(messages) },
  })
