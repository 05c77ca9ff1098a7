import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { environmentWith, type PlatformConfig } from '../config.ts'
import { generatedKey } from '../generated-key.ts'
import { createSteadyClock, systemClock, type Clock } from '../lib/clock.ts'
import type { Lifecycle } from '../lib/lifecycle.ts'
import type { Logger } from '../lib/logger.ts'
import { loadTracing } from '../lib/telemetry/load.ts'
import type { PlatformReady } from '../supervisor.ts'
import { buildPlatform } from './app.ts'
import { createAddressPolicy } from './alerts/address-policy.ts'
import { createAlerts } from './alerts/alerts.ts'
import { createSender } from './alerts/senders.ts'
import { createAttentionKeeper } from './attention/keeper.ts'
import { createVariableReader } from './auth/app-variables.ts'
import { openSeal } from './auth/open-seal.ts'
import { engineLimitsOf, gitSettingsOf, oidcOf, scriptLimitsOf, serviceOf } from './boot-settings.ts'
import { followClockSteps } from './db/clock-steps.ts'
import { createDatabase, createPool, type Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { requireOwnSessions } from './db/pooler.ts'
import { createRetention } from './db/retention.ts'
import { startQueuesPurge } from './queues/purge.ts'
import { createTallyStore } from './queues/tally-store.ts'
import { createTally } from './queues/tally.ts'
import { createPlanStore } from './domains/plans/store.ts'
import { createStatsStore } from './domains/workqueues/stats-store.ts'
import { createEngine } from './engine/engine.ts'
import type { WriteObserver } from './engine/types.ts'
import { createFailureFollower } from './failures/follower.ts'
import { leaveRepository } from './gitops/outbox.ts'
import { requirePrograms, startGitops } from './gitops/start.ts'
import { createMailer } from './mail/mailer.ts'
import { addressesOf } from './people/addresses.ts'
import { createTaskNotices } from './queue/receiver.ts'
import { embeddedQueues, type OpenQueues } from './queue/task-queues.ts'
import { startLive } from './realtime/live.ts'
import { startProcessWatch } from './runs/process-watch.ts'
import { createRunStore } from './runs/store.ts'
import { createScheduler } from './schedules/scheduler.ts'
import { createScriptExecutor } from './scripts/executor.ts'
import { createScriptPool } from './scripts/pool.ts'
import { createSearchFollower } from './search/follower.ts'
import { seed } from './seed.ts'
import type { PlatformMetrics } from './telemetry/metrics.ts'
import { publishMetrics } from './telemetry/publish.ts'
import { createRunSpans } from './telemetry/run-spans.ts'

export interface BootOptions {
  config: PlatformConfig
  databaseUrl: string
  /** `SECRETS_KEY`; null: one is generated, unless the database has sealed values. */
  secretsKey: string | null
  lifecycle: Lifecycle
  log: Logger
  /** The built thread of the process watch, for a platform from its sources; else it is loaded from them too. */
  watchThread?: URL
}

/**
 * Starts everything of the platform above its database, in order, up to the listener. The lifecycle stops it.
 */
export async function bootPlatform({
  config,
  databaseUrl,
  secretsKey,
  lifecycle,
  log,
  watchThread,
}: BootOptions): Promise<PlatformReady> {
  const git = gitSettingsOf(config)
  if (git) await requirePrograms(git, environmentWith({}).PATH)
  const pool = await lifecycle.start(
    'database connections',
    () => createPool(databaseUrl, log),
    (part) => part.end(),
  )
  const watch = await lifecycle.start(
    'watch',
    () => startProcessWatch(databaseUrl, log, watchThread),
    (part) => part.stop(),
  )
  if (config.DATABASE_URL) await requireOwnSessions(pool)
  await migrate(pool, log)
  const seal = await openSeal({
    pool,
    log,
    keys: secretsKey,
    makeKey: () => generatedKey(config.DATA_DIR, 'secrets'),
    acceptLost: config.SECRETS_KEY_LOST === 'accept',
  })
  const key = config.PUSHER_KEY ?? randomBytes(16).toString('hex')
  const shared = config.DATABASE_URL ? databaseUrl : null
  const steadyClock = shared ? null : createSteadyClock()
  const clock = steadyClock ?? systemClock
  const service = serviceOf(config)
  const taskNotices = createTaskNotices()
  const live = await lifecycle.start(
    'live events',
    () =>
      startLive({
        pool,
        shared,
        key,
        service,
        log,
        onMessages: taskNotices.publish,
        clock,
      }),
    (part) => part.stop(),
  )
  const tracing = await loadTracing('platform', config, log)
  if (tracing)
    await lifecycle.start(
      'traces',
      () => tracing,
      (part) => part.stop(),
    )
  const db = createDatabase(pool)
  if (steadyClock)
    await lifecycle.start(
      'clock steps',
      () => followClockSteps({ db, clock: steadyClock, log }),
      (part) => part.stop(),
    )
  const metrics = await startMetrics(config, { db, clock, log, lifecycle })
  const tally = await lifecycle.start(
    'tally',
    () => {
      const started = createTally({ store: createTallyStore(db), clock, log })
      started.start()
      return started
    },
    (part) => part.stop(),
  )
  await lifecycle.start(
    'purge of queues',
    () => startQueuesPurge({ db, clock, log }),
    (part) => part.stop(),
  )
  const addresses = addressesOf(config)
  const mailer = await lifecycle.start(
    'mail',
    () => createMailer(config, addresses.publicUrl, log),
    (part) => part.close(),
  )
  const policy = createAddressPolicy(config.ALERT_ALLOW_PRIVATE)
  const send = createSender({ mailer, publicUrl: addresses.publicUrl, clock, policy })
  const onTried = metrics?.delivered
  const alerts = createAlerts({ db, seal, send, clock, log, onFailing: () => attention.soon(), onTried })
  const attention = createAttentionKeeper({
    db,
    clock,
    log,
    publisher: live.publisher,
    readUsual: createStatsStore(db).usual,
    onItemsTurned: alerts.onItemsTurned,
  })
  const failures = createFailureFollower({ db, clock, log, onGroupsChanged: attention.onGroupsChanged })
  const findPlan = createPlanStore(db).findDefinition
  const scripts = await lifecycle.start(
    'scripts',
    () => createScriptPool({ limits: scriptLimitsOf(config), log }),
    (part) => part.stop(),
  )
  const engine = createEngine({
    scripts: createScriptExecutor({ db, pool: scripts }),
    failures: failures.feed,
    watch,
    limits: engineLimitsOf(config),
    store: createRunStore(pool),
    clock,
    log,
    findPlan,
    readVariables: createVariableReader({ db, seal }),
    publisher: live.publisher,
    observer: observedBy([
      tally,
      ...(tracing ? [createRunSpans(tracing, clock)] : []),
      ...(metrics ? [metrics.observer] : []),
    ]),
    tracing,
  })
  await watch.ready
  await lifecycle.start(
    'engine',
    () => engine.start(),
    () => engine.stop(),
  )
  await lifecycle.start(
    'failure groups',
    () => failures.start(),
    () => failures.stop(),
  )
  await lifecycle.start(
    'attention',
    () => attention.start(),
    () => attention.stop(),
  )
  await lifecycle.start(
    'search',
    () => {
      const search = createSearchFollower({ db, log })
      search.start()
      return search
    },
    (part) => part.stop(),
  )
  await lifecycle.start(
    'retention',
    () => {
      const retention = createRetention({ db, clock, log, days: config.RETENTION_DAYS })
      retention.start()
      return retention
    },
    (part) => part.stop(),
  )
  await lifecycle.start(
    'alerts',
    () => alerts.start(),
    () => alerts.stop(),
  )
  if (!git) await leaveRepository(db)
  const gitops =
    git &&
    (await lifecycle.start(
      'deployments in Git',
      () =>
        startGitops({
          db,
          seal,
          settings: git,
          path: environmentWith({}).PATH,
          dataDir: config.DATABASE_URL ? null : config.DATA_DIR,
          publicUrl: addresses.publicUrl,
          clock,
          log,
          onTried: metrics?.pushed,
        }),
      (part) => part.stop(),
    ))
  const scheduler = await lifecycle.start(
    'schedules',
    () => {
      const made = createScheduler({ db, engine, findPlan, clock, log })
      made.run()
      return made
    },
    (part) => part.stop(),
  )
  const openQueues = await openQueuesOf(config, metrics)
  // The first password is hashed in another thread (0.2 s); the routes are registered meanwhile.
  const [made, app] = await Promise.all([
    seed(pool, {
      seal,
      adminEmail: config.ADMIN_EMAIL,
      ...(config.ADMIN_PASSWORD ? { adminPassword: config.ADMIN_PASSWORD } : {}),
      log,
    }),
    lifecycle.start(
      'calls',
      () =>
        buildPlatform({
          pool,
          engine,
          attention,
          alerts,
          scheduler,
          scripts,
          alertSender: { send, policy },
          publisher: live.publisher,
          seal,
          mailer,
          addresses,
          invitationLimits: {
            perInviter: config.INVITATIONS_PER_INVITER,
            perAccount: config.INVITATIONS_PER_ACCOUNT,
          },
          hookStartsPerMinute: config.HOOK_STARTS_PER_MINUTE,
          oidc: oidcOf(config),
          trustGateways: config.TRUST_GATEWAYS,
          taskNotices,
          openQueues,
          flux: { gitUrl: config.FLUX_GIT_URL ?? null },
          gitops,
          clock,
          log,
          tracing,
        }),
      (part) => part.close(),
    ),
  ])
  // WebSockets do not end without being closed, so they are closed before the listener waits for its
  // connections.
  const { endpoint } = live
  if (endpoint)
    await lifecycle.start(
      'sockets',
      () => endpoint.attach(app.server),
      () => endpoint.stop(),
    )
  await app.listen({ host: config.PLATFORM_HOST, port: config.PLATFORM_PORT })
  const { address, port, family } = app.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return {
    type: 'ready',
    url: `http://${host}:${port}`,
    pusher: { key, host: address, port },
    admin: made && { email: made.email, password: config.ADMIN_PASSWORD ? null : made.password },
  }
}

function observedBy([first, ...others]: [WriteObserver, ...WriteObserver[]]): WriteObserver {
  if (others.length === 0) return first
  return {
    wrote(before, after, changes) {
      for (const observer of [first, ...others]) observer.wrote(before, after, changes)
    },
  }
}

/** The SDK of the service is loaded only where it is used. */
async function openQueuesOf(
  config: PlatformConfig,
  metrics: PlatformMetrics | undefined,
): Promise<OpenQueues> {
  if (config.QUEUE !== 'sqs') return embeddedQueues({ serves: config.QUEUE === 'embedded' })
  const { sqsQueues } = await import('./queue/sqs/sqs-queues.ts')
  return sqsQueues({ endpoint: config.SQS_ENDPOINT, onCall: metrics?.serviceCalled })
}

/** Undefined without a port, and then nothing is counted for it. */
async function startMetrics(
  { METRICS_PORT: port, PLATFORM_HOST: host }: PlatformConfig,
  { db, clock, log, lifecycle }: MetricsParts,
): Promise<PlatformMetrics | undefined> {
  if (port === undefined) return undefined
  const { createPlatformMetrics } = await import('./telemetry/metrics.ts')
  const metrics = createPlatformMetrics(db, clock)
  await lifecycle.start(
    'metrics',
    () => publishMetrics(metrics, { host, port, log }),
    (part) => part.close(),
  )
  return metrics
}

interface MetricsParts extends Pick<BootOptions, 'lifecycle' | 'log'> {
  db: Kysely<Database>
  clock: Clock
}
