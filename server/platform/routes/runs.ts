import type { FastifyInstance } from 'fastify'
import { createReceivedReader } from '../auth/app-variables.ts'
import { createBulk, type BulkDeps } from '../bulk/bulk.ts'
import { receiptRoutes } from '../bulk/routes.ts'
import { createFailureStore } from '../domains/failures/store.ts'
import { planHealthRoutes } from '../domains/plans/health-routes.ts'
import { createPlanHealthStore } from '../domains/plans/health.ts'
import { createRevisionStore } from '../domains/plans/revisions.ts'
import { planRoutes } from '../domains/plans/routes.ts'
import { createPlanStore } from '../domains/plans/store.ts'
import { queueRoutes } from '../domains/queues/routes.ts'
import { searchRoutes } from '../domains/search/routes.ts'
import { attemptRoutes } from '../domains/tasks/attempt-routes.ts'
import { createAttemptStore } from '../domains/tasks/attempt-store.ts'
import { controlRoutes } from '../domains/tasks/control-routes.ts'
import { createPayloadStore } from '../domains/tasks/payload-store.ts'
import { reportRoutes } from '../domains/tasks/report-routes.ts'
import { createRestarter } from '../domains/tasks/restart.ts'
import { taskRoutes } from '../domains/tasks/routes.ts'
import { createTaskStore } from '../domains/tasks/store.ts'
import { bulkStartRoutes } from '../domains/workqueues/bulk-start-routes.ts'
import { createCanceller } from '../domains/workqueues/cancel.ts'
import { workqueueRoutes } from '../domains/workqueues/routes.ts'
import { createStarter } from '../domains/workqueues/start.ts'
import { statsRoutes } from '../domains/workqueues/stats-routes.ts'
import { createStatsStore } from '../domains/workqueues/stats-store.ts'
import { createWorkqueueStore } from '../domains/workqueues/store.ts'
import { createQueueControls } from '../queues/controls.ts'
import { createQueues } from '../queues/queues.ts'
import { recently } from '../queues/recent.ts'
import { createCauses } from '../runs/causes.ts'
import type { RouteDeps } from './deps.ts'
import { registerFailures } from './attention.ts'
import { registerHooks, registerSchedules } from './starts.ts'

/** Plans, workqueues, tasks, the reports of workers, and actions on many runs or tasks. */
export async function registerRuns(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, engine, leases, pollers, publisher, clock, log } = deps
  const plans = createPlanStore(db)
  const workqueues = createWorkqueueStore(db, clock)
  const starter = createStarter({ db, engine, store: workqueues, findPlan: plans.findDefinition })
  const tasks = createTaskStore(db, clock)
  const canceller = createCanceller(engine, workqueues)
  const restarter = createRestarter(engine, tasks)
  const readReceived = createReceivedReader(deps)
  const actions: BulkDeps['actions'] = {
    'cancel-workqueues': (accountId, author, { id }) => canceller.cancel(accountId, author, id),
    'restart-tasks': (accountId, author, { id, alias }) =>
      restarter.restart(accountId, author, id, alias ? { alias } : {}),
    'start-workqueues': starter.startRow,
  }
  const bulk = createBulk({ db, clock, log, actions })
  api.addHook('onReady', async () => bulk.watch())
  api.addHook('onClose', () => bulk.stop())
  await api.register(planHealthRoutes, { store: createPlanHealthStore(db) })
  await api.register(planRoutes, {
    db,
    store: plans,
    revisions: createRevisionStore(db),
    clock,
    runPlan: starter.fromPlan,
  })
  const stats = createStatsStore(db)
  const failures = createFailureStore(db, clock)
  const queues = createQueues({ db, clock, usual: stats.usual })
  const recentQueues = recently((accountId) => queues.list({ accountId }))
  const causes = createCauses({ db, usual: stats.usual, queues: recentQueues, clock })
  const workqueueParts = { db, store: workqueues, causes, starter, canceller, bulk, publisher, clock }
  await api.register(workqueueRoutes, workqueueParts)
  await api.register(bulkStartRoutes, { db, clock, bulk, findPlan: plans.findDefinition })
  await registerSchedules(api, deps, {
    findPlan: plans.findDefinition,
    readPlan: plans.readDefinition,
    findRun: workqueues.find,
    findReceipt: bulk.store.find,
  })
  await registerHooks(api, deps, plans.findDefinition)
  await api.register(searchRoutes, {
    db,
    async findRuns(accountId, { search, appId, pagesize }) {
      const page = await workqueues.list(accountId, { search, appId }, { page: 1, pagesize })
      return { ...page, data: await causes.ofRows(accountId, page.data), more: 'more' in page && page.more }
    },
  })
  await api.register(statsRoutes, { db, store: stats, clock })
  const controls = createQueueControls(db, publisher)
  await api.register(queueRoutes, { db, queues, controls, seenOn: failures.seenOn, clock })
  await api.register(taskRoutes, { db, store: tasks, causes, restarter, bulk, clock })
  await api.register(controlRoutes, { db, engine, store: tasks, readReceived, clock })
  await api.register(attemptRoutes, { attempts: createAttemptStore(db), payloads: createPayloadStore(db) })
  await api.register(receiptRoutes, { bulk, clock })
  await registerFailures(api, deps, { store: failures, bulk })
  await api.register(reportRoutes, {
    queues: deps.queues,
    engine,
    leases,
    pollers,
    readReceived,
    clock,
    tracing: deps.tracing,
  })
}
