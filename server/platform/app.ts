import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Addresses } from './people/addresses.ts'
import { appConfinement } from './auth/app-confinement.ts'
import { callerResolution } from './auth/caller.ts'
import type { Seal } from './auth/seal.ts'
import { tokenPurge } from './people/token-purge.ts'
import { workerCalls } from './queue/worker-caller.ts'
import { createBulk } from './bulk/bulk.ts'
import { receiptRoutes } from './bulk/routes.ts'
import { createDatabase } from './db/database.ts'
import { auditRoutes, createAuditStore } from './domains/account/audit-routes.ts'
import { appRoutes } from './domains/apps/routes.ts'
import { createAppSecretStore } from './domains/apps/secrets.ts'
import { createAppStore } from './domains/apps/store.ts'
import { deploymentRoutes } from './domains/clusters/deployment-routes.ts'
import { createDeploymentStore } from './domains/clusters/deployment-store.ts'
import { clusterRoutes } from './domains/clusters/routes.ts'
import { createClusterStore } from './domains/clusters/store.ts'
import { planRoutes } from './domains/plans/routes.ts'
import { createRevisionStore } from './domains/plans/revisions.ts'
import { createPlanStore } from './domains/plans/store.ts'
import { scriptRoutes } from './domains/scripts/routes.ts'
import { createScriptStore } from './domains/scripts/store.ts'
import { reportRoutes } from './domains/tasks/report-routes.ts'
import { createRestarter } from './domains/tasks/restart.ts'
import { taskRoutes } from './domains/tasks/routes.ts'
import { createTaskStore } from './domains/tasks/store.ts'
import { createAliasStore } from './domains/workers/aliases.ts'
import { createKeyStore } from './domains/workers/keys.ts'
import { workerRoutes } from './domains/workers/routes.ts'
import { createWorkerStore } from './domains/workers/store.ts'
import { createCanceller } from './domains/workqueues/cancel.ts'
import { workqueueRoutes } from './domains/workqueues/routes.ts'
import { createStarter } from './domains/workqueues/start.ts'
import { createWorkqueueStore } from './domains/workqueues/store.ts'
import type { Engine, LivePublisher } from './engine/types.ts'
import type { Mailer } from './mail/mailer.ts'
import type { OidcClient } from './oidc/provider.ts'
import { people } from './people.ts'
import { apiDocs } from './plugins/api-docs.ts'
import { answerError, errorHandling } from './plugins/errors.ts'
import { health } from './plugins/health.ts'
import { hostileInput } from './plugins/hostile-input.ts'
import { openapi } from './plugins/openapi.ts'
import { refusedChanges } from './plugins/refused-changes.ts'
import { answerHeaders, requestIdOf } from './plugins/request-id.ts'
import { routeTable } from './auth/route-table.ts'
import { validatorCompiler } from './plugins/validation.ts'
import type { Arrivals } from './queue/arrivals.ts'
import { queueEndpoint } from './queue/endpoint.ts'
import { leaseSweep } from './queue/lease-sweep.ts'
import { createLeases } from './queue/leases.ts'

export interface PlatformDeps {
  pool: pg.Pool
  engine: Engine
  /** Tells of the changes that routes make themselves. */
  publisher: LivePublisher
  /** Seals secrets at rest. */
  seal: Seal
  mailer: Mailer
  addresses: Addresses
  /** The issuer of single sign-on; null: there is none. */
  oidc: OidcClient | null
  /** Where the configurations of deployments take their chart from. */
  flux: { gitUrl: string | null }
  /** Tells of tasks for workers; null: there is no queue endpoint (`QUEUE=none`). */
  arrivals: Arrivals | null
  clock: Clock
  log: Logger
}

const BODY_LIMIT = 2 * 1024 * 1024

/** The platform's REST interface: every `/api/*` route, ready and not listening. */
export async function buildPlatform({
  pool,
  engine,
  publisher,
  seal,
  mailer,
  addresses,
  oidc,
  arrivals,
  flux,
  clock,
  log,
}: PlatformDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // Only what stands on this machine in front of us, the gateway, may say where a call came from.
    trustProxy: 'loopback',
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
  })
  const db = createDatabase(pool)
  app.setValidatorCompiler(validatorCompiler)
  await app.register(routeTable)
  await app.register(openapi)
  await app.register(answerHeaders)
  await app.register(errorHandling)
  await app.register(callerResolution, { db, clock, seal })
  const leases = createLeases(pool)
  await app.register(workerCalls, { db, pool, audience: addresses.publicUrl, clock })
  await app.register(refusedChanges, { db, clock })
  await app.register(hostileInput)
  await app.register(appConfinement, { db })
  await app.register(tokenPurge, { db, clock })
  await app.register(leaseSweep, { pool, leases, engine, clock })
  if (arrivals) {
    const { queueUrlBase } = addresses
    await app.register(queueEndpoint, { db, pool, seal, queueUrlBase, leases, engine, arrivals, clock, log })
  }

  const plans = createPlanStore(db)
  const workqueues = createWorkqueueStore(db)
  const starter = createStarter({ db, engine, store: workqueues, findPlan: plans.findDefinition })
  const tasks = createTaskStore(db)
  const canceller = createCanceller(db, engine, workqueues)
  const restarter = createRestarter(db, engine, tasks)
  const actions = { 'cancel-workqueues': canceller.cancel, 'restart-tasks': restarter.restart }
  const bulk = createBulk({ db, clock, log, actions })
  app.addHook('onReady', async () => bulk.watch())
  app.addHook('onClose', () => bulk.stop())
  await app.register(
    async (api) => {
      await api.register(apiDocs)
      await api.register(health, { db })
      await api.register(people, { db, mailer, addresses, oidc, seal, clock })
      await api.register(appRoutes, {
        db,
        store: createAppStore(db, seal),
        secrets: createAppSecretStore(db, seal),
        clock,
      })
      await api.register(planRoutes, {
        db,
        store: plans,
        revisions: createRevisionStore(db),
        clock,
        runPlan: starter.fromPlan,
      })
      await api.register(workqueueRoutes, {
        db,
        store: workqueues,
        starter,
        canceller,
        bulk,
        publisher,
        clock,
      })
      const aliases = createAliasStore({ db, seal, queueUrlBase: addresses.queueUrlBase })
      await api.register(workerRoutes, {
        db,
        aliases,
        clock,
        store: createWorkerStore(db, aliases),
        keys: createKeyStore(db),
      })
      await api.register(taskRoutes, { db, store: tasks, restarter, bulk, clock })
      await api.register(receiptRoutes, { bulk })
      await api.register(auditRoutes, { store: createAuditStore(db) })
      await api.register(reportRoutes, { engine, leases, clock })
      await api.register(scriptRoutes, { store: createScriptStore(db), clock })
      await api.register(clusterRoutes, { store: createClusterStore(db), clock })
      const deployments = createDeploymentStore({ db, seal, gitUrl: flux.gitUrl })
      await api.register(deploymentRoutes, { db, store: deployments, clock })
    },
    { prefix: '/api' },
  )
  await app.ready()
  return app
}
