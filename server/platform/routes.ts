import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Tracing } from '../lib/telemetry/tracing.ts'
import type { AddressPolicy } from './alerts/address-policy.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { Send } from './alerts/senders.ts'
import type { AttentionKeeper } from './attention/keeper.ts'
import { createReceivedReader } from './auth/app-variables.ts'
import type { Seal } from './auth/seal.ts'
import { createSignInEnds } from './auth/sign-in-ends.ts'
import { createBulk, type BulkDeps } from './bulk/bulk.ts'
import { receiptRoutes } from './bulk/routes.ts'
import type { Database } from './db/database.ts'
import { auditRoutes, createAuditStore } from './domains/account/audit.ts'
import { createMembershipStore } from './domains/account/memberships.ts'
import { oidcRoutes } from './domains/account/oidc-routes.ts'
import { passwordRoutes } from './domains/account/password-routes.ts'
import { createPasswordService } from './domains/account/passwords.ts'
import { invitationRoutes } from './domains/account/invitation-routes.ts'
import { peopleRoutes } from './domains/account/people-routes.ts'
import { accountRoutes } from './domains/account/routes.ts'
import { settingsRoutes } from './domains/account/settings.ts'
import { createAccountStore } from './domains/account/store.ts'
import { createDeliveryStore } from './domains/alerts/delivery-store.ts'
import { createAlertPreview } from './domains/alerts/preview.ts'
import { alertRoutes } from './domains/alerts/routes.ts'
import { createSecretRenewal } from './domains/alerts/secrets.ts'
import { createAlertStore } from './domains/alerts/store.ts'
import { createAlertTester } from './domains/alerts/tests.ts'
import { appRoutes, collaboratorRoutes } from './domains/apps/routes.ts'
import { createAppSecretStore } from './domains/apps/secrets.ts'
import { createAppStore } from './domains/apps/store.ts'
import { createAttentionChanges } from './domains/attention/changes.ts'
import { attentionRoutes } from './domains/attention/routes.ts'
import { createAttentionStore } from './domains/attention/store.ts'
import { createDeploymentStore } from './domains/clusters/deployment-store.ts'
import { gitopsRoutes } from './domains/clusters/gitops-routes.ts'
import { deploymentHistoryRoutes } from './domains/clusters/history-routes.ts'
import { clusterRoutes, deploymentRoutes } from './domains/clusters/routes.ts'
import { createClusterStore } from './domains/clusters/store.ts'
import { createRevisionStore } from './domains/plans/revisions.ts'
import { createFailureChanges } from './domains/failures/changes.ts'
import { failureRoutes } from './domains/failures/routes.ts'
import { createFailureStore } from './domains/failures/store.ts'
import { createPlanHealthStore } from './domains/plans/health.ts'
import { createHookReceiver } from './domains/hooks/receive.ts'
import { hookRoutes } from './domains/hooks/routes.ts'
import { createHookStore } from './domains/hooks/store.ts'
import { keyRoutes } from './domains/keys/routes.ts'
import { createKeyListStore } from './domains/keys/store.ts'
import { planHealthRoutes } from './domains/plans/health-routes.ts'
import { planRoutes } from './domains/plans/routes.ts'
import { createPlanStore } from './domains/plans/store.ts'
import { queueRoutes } from './domains/queues/routes.ts'
import { createBackfill } from './domains/schedules/backfill.ts'
import { createScheduleControl, type ScheduleControlOptions } from './domains/schedules/control.ts'
import { scheduleRoutes, type ScheduleRouteDeps } from './domains/schedules/routes.ts'
import { createScheduleStore } from './domains/schedules/store.ts'
import { searchRoutes } from './domains/search/routes.ts'
import { scriptRoutes } from './domains/scripts/routes.ts'
import { createScriptStore } from './domains/scripts/store.ts'
import { createScriptTester } from './domains/scripts/tests.ts'
import { attemptRoutes } from './domains/tasks/attempt-routes.ts'
import { createAttemptStore } from './domains/tasks/attempt-store.ts'
import { controlRoutes } from './domains/tasks/control-routes.ts'
import { createPayloadStore } from './domains/tasks/payload-store.ts'
import { reportRoutes } from './domains/tasks/report-routes.ts'
import { createRestarter } from './domains/tasks/restart.ts'
import { taskRoutes } from './domains/tasks/routes.ts'
import { createTaskStore } from './domains/tasks/store.ts'
import { teamRoutes } from './domains/teams/routes.ts'
import { createTeamStore } from './domains/teams/store.ts'
import { usageRoutes } from './domains/usage/routes.ts'
import { createUsageStore } from './domains/usage/store.ts'
import { createAccessKeyStore } from './domains/workers/access-keys.ts'
import { createAliasStore } from './domains/workers/aliases.ts'
import { createKeyStore } from './domains/workers/keys.ts'
import { workerRoutes } from './domains/workers/routes.ts'
import { viewRoutes } from './domains/views/routes.ts'
import { createViewStore } from './domains/views/store.ts'
import { createWorkerStore } from './domains/workers/store.ts'
import { createCanceller } from './domains/workqueues/cancel.ts'
import { bulkStartRoutes } from './domains/workqueues/bulk-start-routes.ts'
import { workqueueRoutes } from './domains/workqueues/routes.ts'
import { createStarter } from './domains/workqueues/start.ts'
import { appStatsOf } from './domains/workqueues/stats-apps.ts'
import { statsRoutes } from './domains/workqueues/stats-routes.ts'
import { createStatsStore } from './domains/workqueues/stats-store.ts'
import { createWorkqueueStore } from './domains/workqueues/store.ts'
import type { Engine, LivePublisher, PlanLookup } from './engine/types.ts'
import type { Gitops } from './gitops/gitops.ts'
import type { Mailer } from './mail/mailer.ts'
import type { OidcClient } from './oidc/provider.ts'
import { createAcceptance } from './people/accept-invitation.ts'
import type { Addresses } from './people/addresses.ts'
import type { InvitationLimits } from './people/invitation-limits.ts'
import { createInvitations } from './people/invitations.ts'
import { createMemberList } from './people/member-list.ts'
import { createPasswordChecker } from './people/passwords.ts'
import { createSignInAttempts } from './people/sign-in-attempts.ts'
import { apiDocs } from './plugins/openapi.ts'
import { createCauses } from './runs/causes.ts'
import { capabilitiesRoute } from './plugins/capabilities.ts'
import { health } from './plugins/health.ts'
import type { LeaseStore } from './queue/lease-store.ts'
import type { TaskQueues } from './queue/task-queues.ts'
import type { Pollers } from './queues/pollers.ts'
import { createQueueControls } from './queues/controls.ts'
import { createQueues } from './queues/queues.ts'
import { recently } from './queues/recent.ts'
import type { Scheduler } from './schedules/scheduler.ts'
import type { ScriptPool } from './scripts/pool.ts'

export interface RouteDeps {
  db: Kysely<Database>
  engine: Engine
  attention: AttentionKeeper
  alerts: Pick<Alerts, 'soon'>
  scheduler: Pick<Scheduler, 'start' | 'soon'>
  scripts: ScriptPool
  /** Sends messages of alerts to one address, and says which addresses it may reach. */
  alertSender: { send: Send; policy: AddressPolicy }
  leases: LeaseStore
  pollers: Pollers
  queues: TaskQueues
  publisher: LivePublisher
  seal: Seal
  mailer: Mailer
  addresses: Addresses
  invitationLimits: InvitationLimits
  /** The largest limit of a start address, in runs a minute. */
  hookStartsPerMinute: number
  oidc: OidcClient | null
  flux: { gitUrl: string | null }
  /** Deployments in a Git repository; null: off. */
  gitops: Gitops | null
  clock: Clock
  log: Logger
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}

/** Registers every route of the REST interface, each with the stores that it needs. */
export async function registerRoutes(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, seal, clock } = deps
  await api.register(apiDocs)
  await api.register(health, { db })
  await api.register(capabilitiesRoute)
  await registerPeople(api, deps)
  await api.register(appRoutes, {
    db,
    store: createAppStore(db, seal),
    secrets: createAppSecretStore(db, seal),
    clock,
  })
  await registerRuns(api, deps)
  const aliases = createAliasStore({ db, seal, queues: deps.queues })
  await api.register(workerRoutes, {
    db,
    aliases,
    clock,
    store: createWorkerStore(db, aliases),
    keys: createKeyStore(db),
    accessKeys: createAccessKeyStore(db, seal),
  })
  await api.register(keyRoutes, { db, store: createKeyListStore(db, clock) })
  await registerAlerts(api, deps)
  await api.register(auditRoutes, { store: createAuditStore(db) })
  const test = createScriptTester({ pool: deps.scripts, clock })
  await api.register(scriptRoutes, { store: createScriptStore(db), test, clock })
  await api.register(clusterRoutes, { store: createClusterStore(db, deps.gitops), clock })
  const { gitops, flux } = deps
  const deployments = createDeploymentStore({ db, seal, gitUrl: flux.gitUrl, gitops })
  await api.register(deploymentRoutes, { db, store: deployments, clock })
  if (gitops) await api.register(gitopsRoutes, { db, store: deployments, gitops, clock })
  await api.register(usageRoutes, { db, store: createUsageStore(db, clock) })
  await api.register(deploymentHistoryRoutes, { db, seal })
}

/** Sign-in, passwords, memberships, collaborators and teams. */
async function registerPeople(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, seal, clock } = deps
  const store = createAccountStore(db, seal)
  const checker = createPasswordChecker()
  const invitations = createInvitations(deps)
  const acceptInvitation = createAcceptance(deps)
  const signInEnds = createSignInEnds(deps.publisher)
  const attempts = createSignInAttempts(deps)
  await api.register(accountRoutes, {
    db,
    store,
    passwords: checker,
    acceptInvitation,
    signInEnds,
    attempts,
    clock,
  })
  await api.register(settingsRoutes, { db, clock })
  await api.register(viewRoutes, { store: createViewStore(db), clock })
  const passwords = createPasswordService({ ...deps, signInEnds })
  await api.register(passwordRoutes, { db, store, checker, passwords, attempts, clock })
  await api.register(oidcRoutes, { ...deps, store })
  await api.register(peopleRoutes, { ...deps, store, memberships: createMembershipStore(db) })
  await api.register(invitationRoutes, { ...deps, store, invitations })
  await api.register(collaboratorRoutes, { ...deps, list: createMemberList('apps', { db, invitations }) })
  const members = createMemberList('teams', { db, invitations })
  await api.register(teamRoutes, { ...deps, store: createTeamStore(db), members })
}

/** Alert rules, their messages and tests. */
async function registerAlerts(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, seal, clock, alerts } = deps
  const { send, policy } = deps.alertSender
  await api.register(alertRoutes, {
    db,
    clock,
    store: createAlertStore({ db, seal, policy, clock }),
    deliveries: createDeliveryStore({ db, clock, soon: alerts.soon }),
    tester: createAlertTester({ db, seal, policy, send, clock }),
    preview: createAlertPreview({ db, clock }),
    renewSecret: createSecretRenewal({ db, seal }),
  })
}

/** Schedules, their times and backfills. */
async function registerSchedules(
  api: FastifyInstance,
  { db, scheduler, clock }: RouteDeps,
  found: Pick<ScheduleControlOptions, 'findPlan' | 'findRun'> & Pick<ScheduleRouteDeps, 'findReceipt'>,
): Promise<void> {
  const { findPlan, findRun, findReceipt } = found
  const store = createScheduleStore({ db, findPlan, clock })
  await api.register(scheduleRoutes, {
    db,
    store,
    control: createScheduleControl({ db, store, scheduler, findPlan, findRun, clock }),
    backfill: createBackfill({ db, store, clock }),
    findReceipt,
    soon: scheduler.soon,
    clock,
  })
}

/** The start addresses of plans, and the calls of their senders. */
async function registerHooks(api: FastifyInstance, deps: RouteDeps, findPlan: PlanLookup): Promise<void> {
  const { db, seal, engine, clock, log } = deps
  await api.register(hookRoutes, {
    db,
    store: createHookStore({ db, seal, clock, mostPerMinute: deps.hookStartsPerMinute }),
    receive: createHookReceiver({ db, seal, engine, findPlan, clock, log }),
    clock,
  })
}

/** Plans, workqueues, tasks, the reports of workers, and actions on many runs or tasks. */
async function registerRuns(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, engine, attention, leases, pollers, publisher, clock, log } = deps
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
  const failureChanges = createFailureChanges(db, attention.onGroupsChanged)
  await api.register(failureRoutes, { db, store: failures, changes: failureChanges, bulk, clock })
  await api.register(attentionRoutes, {
    db,
    store: createAttentionStore(db, clock),
    changes: createAttentionChanges(db, failureChanges, attention.soon),
    readAppStats: (accountId, query) => appStatsOf(db, accountId, query, clock.now()),
    clock,
  })
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
