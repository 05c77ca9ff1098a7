import { startPart } from '#server/lib/lifecycle.ts'
import { createAddressPolicy, type AddressPolicy } from '../alerts/address-policy.ts'
import { createAlerts, type Alerts } from '../alerts/alerts.ts'
import { createSender, type Send } from '../alerts/senders.ts'
import { createAttentionKeeper, type AttentionKeeper } from '../attention/keeper.ts'
import { createVariableReader } from '../auth/app-variables.ts'
import { createStatsStore } from '../domains/workqueues/stats-store.ts'
import { createEngine } from '../engine/engine.ts'
import type { Engine, LivePublisher, PlanLookup } from '../engine/types.ts'
import { createFailureFollower } from '../failures/follower.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createRunStore } from '../runs/store.ts'
import { createScriptExecutor } from '../scripts/executor.ts'
import { createScriptPool, type ScriptPool } from '../scripts/pool.ts'
import type { OpenDatabase } from './open-database.ts'
import type { BootOptions } from './options.ts'
import { engineLimitsOf, scriptLimitsOf } from './settings.ts'
import type { Observers } from './start-observers.ts'

/** The engine and what follows its runs: groups of failures, attention, alerts. */
export interface RunningEngine {
  engine: Engine
  scripts: ScriptPool
  attention: AttentionKeeper
  alerts: Alerts
  alertSender: { send: Send; policy: AddressPolicy }
}

interface EngineDeps extends OpenDatabase, Observers {
  publisher: LivePublisher
  mailer: Mailer
  publicUrl: string
  findPlan: PlanLookup
}

export async function startEngine(
  { config, lifecycle, log }: BootOptions,
  deps: EngineDeps,
): Promise<RunningEngine> {
  const { pool, db, watch, seal, clock, tracing, metrics, observer, publisher, mailer, publicUrl } = deps
  const policy = createAddressPolicy(config.ALERT_ALLOW_PRIVATE)
  const send = createSender({ mailer, publicUrl, clock, policy })
  const onTried = metrics?.delivered
  const alerts = createAlerts({ db, seal, send, clock, log, onFailing: () => attention.soon(), onTried })
  const attention = createAttentionKeeper({
    db,
    clock,
    log,
    publisher,
    readUsual: createStatsStore(db).usual,
    onItemsTurned: alerts.onItemsTurned,
  })
  const failures = createFailureFollower({ db, clock, log, onGroupsChanged: attention.onGroupsChanged })
  const scripts = await startPart(lifecycle, 'scripts', () =>
    createScriptPool({ limits: scriptLimitsOf(config), log }),
  )
  const engine = createEngine({
    scripts: createScriptExecutor({ db, pool: scripts }),
    failures: failures.feed,
    watch,
    limits: engineLimitsOf(config),
    store: createRunStore(pool),
    clock,
    log,
    findPlan: deps.findPlan,
    readVariables: createVariableReader({ db, seal }),
    publisher,
    observer,
    tracing,
  })
  await watch.ready
  // In this order: each follows what those before it write.
  const parts = { engine, 'failure groups': failures, attention, alerts }
  for (const [name, part] of Object.entries(parts))
    await lifecycle.start(
      name,
      () => part.start(),
      () => part.stop(),
    )
  return { engine, scripts, attention, alerts, alertSender: { send, policy } }
}
