import { environmentWith } from '#server/config.ts'
import { startPart } from '#server/lib/lifecycle.ts'
import { createRetention } from '../db/retention.ts'
import type { Engine, PlanLookup } from '../engine/types.ts'
import type { GitSettings } from '../gitops/address.ts'
import { leaveRepository } from '../gitops/outbox.ts'
import { startGitops } from '../gitops/start.ts'
import { startQueuesPurge } from '../queues/purge.ts'
import { createScheduler } from '../schedules/scheduler.ts'
import { createSearchFollower } from '../search/follower.ts'
import type { PlatformMetrics } from '../telemetry/metrics.ts'
import type { OpenDatabase } from './open-database.ts'
import type { BootOptions } from './options.ts'

interface BackgroundDeps extends OpenDatabase {
  engine: Engine
  findPlan: PlanLookup
  metrics: PlatformMetrics | undefined
  publicUrl: string
  /** Null: deployments are not kept in Git. */
  git: GitSettings | null
}

/** Starts what works beside the calls: removal of old rows, the search index, deployments in Git, schedules. */
export async function startBackground({ config, lifecycle, log }: BootOptions, deps: BackgroundDeps) {
  const { db, seal, clock, engine, findPlan, git, metrics, publicUrl } = deps
  await startPart(lifecycle, 'purge of queues', () => startQueuesPurge({ db, clock, log }))
  await startPart(lifecycle, 'search', () => {
    const search = createSearchFollower({ db, log })
    search.start()
    return search
  })
  await startPart(lifecycle, 'retention', () => {
    const retention = createRetention({ db, clock, log, days: config.RETENTION_DAYS })
    retention.start()
    return retention
  })
  if (!git) await leaveRepository(db)
  const gitops =
    git &&
    (await startPart(lifecycle, 'deployments in Git', () =>
      startGitops({
        db,
        seal,
        settings: git,
        path: environmentWith({}).PATH,
        dataDir: config.DATABASE_URL ? null : config.DATA_DIR,
        publicUrl,
        clock,
        log,
        onTried: metrics?.pushed,
      }),
    ))
  const scheduler = await startPart(lifecycle, 'schedules', () => {
    const made = createScheduler({ db, engine, findPlan, clock, log })
    made.run()
    return made
  })
  return { gitops, scheduler }
}
