import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type pg from 'pg'
import { requestTracing } from '../lib/telemetry/requests.ts'
import { trustedProxies } from '../lib/trusted-proxies.ts'
import { appConfinement } from './auth/app-confinement.ts'
import { callerResolution } from './auth/caller.ts'
import { createKeyUses } from './auth/key-uses.ts'
import { routeTable } from './auth/route-table.ts'
import { createDatabase } from './db/database.ts'
import { createOutageLog } from './db/outage.ts'
import { tokenPurge } from './people/token-purge.ts'
import { errorHandling, requestIdOf, responseHeaders, replyWithError } from './plugins/answers.ts'
import { refusedChanges } from './plugins/audit.ts'
import { liveness } from './plugins/health.ts'
import { hostileInput } from './plugins/hostile-input.ts'
import { longLists } from './plugins/long-lists.ts'
import { secretsInAnswers } from './plugins/secrets-in-answers.ts'
import { openapi } from './plugins/openapi.ts'
import { viewerBounds } from './plugins/viewers.ts'
import { validatorCompiler } from './plugins/validation.ts'
import { createPollerStore } from './queues/poller-store.ts'
import { createPollers } from './queues/pollers.ts'
import { createLeaseStore } from './queue/lease-store.ts'
import { leaseSweep } from './queue/lease-sweep.ts'
import type { TaskNotices } from './queue/receiver.ts'
import type { OpenQueues } from './queue/task-queues.ts'
import { workerCalls } from './queue/worker-caller.ts'
import type { RouteDeps } from './routes/deps.ts'
import { registerRoutes } from './routes/routes.ts'

export interface PlatformDeps extends Omit<RouteDeps, 'db' | 'leases' | 'pollers' | 'queues'> {
  pool: pg.Pool
  /** Reports new tasks for workers. */
  taskNotices: TaskNotices
  openQueues: OpenQueues
  /** `TRUST_GATEWAYS`: whose `x-forwarded-for` is believed. Absent: that of this machine. */
  trustGateways?: string | undefined
}

/** Workers' polls mostly wait, and probes would be most of all traces. */
function isUntraced({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return config.platformAccess === 'signed' || url === '/healthz' || url === '/api/health'
}

const BODY_LIMIT = 2 * 1024 * 1024

/** The platform's REST interface: every `/api/*` route, ready and not listening. */
export async function buildPlatform({
  pool,
  taskNotices,
  openQueues,
  trustGateways,
  ...deps
}: PlatformDeps): Promise<FastifyInstance> {
  const { engine, seal, addresses, clock, log } = deps
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // Only gateways may name the address that a call came from; without a setting those on this machine.
    trustProxy: trustGateways === undefined ? 'loopback' : trustedProxies(trustGateways),
    exposeHeadRoutes: false,
    frameworkErrors: replyWithError,
  })
  const db = createDatabase(pool)
  app.setValidatorCompiler(validatorCompiler)
  await app.register(routeTable)
  if (deps.tracing) await app.register(requestTracing, { tracing: deps.tracing, skips: isUntraced })
  await app.register(openapi)
  await app.register(responseHeaders)
  await app.register(errorHandling, { outage: createOutageLog(pool, log) })
  const keyUses = createKeyUses(db, log)
  app.addHook('onClose', () => keyUses.settled())
  await app.register(callerResolution, { db, clock, seal, keyUses })
  const leases = createLeaseStore(pool)
  await app.register(workerCalls, { db, pool, audience: addresses.publicUrl, clock, keyUses })
  await app.register(refusedChanges, { db, clock })
  await app.register(hostileInput)
  await app.register(secretsInAnswers, { db, clock })
  await app.register(longLists)
  await app.register(viewerBounds)
  await app.register(appConfinement, { db })
  await app.register(tokenPurge, { db, clock })
  await app.register(leaseSweep, { db, leases, engine, clock })
  const pollers = createPollers({ store: createPollerStore(db), clock, log })
  app.addHook('onReady', async () => pollers.start())
  app.addHook('onClose', () => pollers.stop())
  const { queueUrlBase } = addresses
  const queues = openQueues({
    db,
    pool,
    seal,
    queueUrlBase,
    leases,
    engine,
    pollers,
    taskNotices,
    keyUses,
    clock,
    log,
  })
  await queues.serve(app)
  await app.register((api) => registerRoutes(api, { ...deps, db, leases, pollers, queues }), {
    prefix: '/api',
  })
  await app.register(liveness)
  await app.ready()
  return app
}
