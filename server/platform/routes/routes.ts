import type { FastifyInstance } from 'fastify'
import { auditRoutes, createAuditStore } from '../domains/account/audit.ts'
import { appRoutes } from '../domains/apps/routes.ts'
import { createAppSecretStore } from '../domains/apps/secrets.ts'
import { createAppStore } from '../domains/apps/store.ts'
import { createDeploymentStore } from '../domains/clusters/deployment-store.ts'
import { gitopsRoutes } from '../domains/clusters/gitops-routes.ts'
import { deploymentHistoryRoutes } from '../domains/clusters/history-routes.ts'
import { clusterRoutes, deploymentRoutes } from '../domains/clusters/routes.ts'
import { createClusterStore } from '../domains/clusters/store.ts'
import { keyRoutes } from '../domains/keys/routes.ts'
import { createKeyListStore } from '../domains/keys/store.ts'
import { scriptRoutes } from '../domains/scripts/routes.ts'
import { createScriptStore } from '../domains/scripts/store.ts'
import { createScriptTester } from '../domains/scripts/tests.ts'
import { usageRoutes } from '../domains/usage/routes.ts'
import { createUsageStore } from '../domains/usage/store.ts'
import { createAccessKeyStore } from '../domains/workers/access-keys.ts'
import { createAliasStore } from '../domains/workers/aliases.ts'
import { createKeyStore } from '../domains/workers/keys.ts'
import { workerRoutes } from '../domains/workers/routes.ts'
import { createWorkerStore } from '../domains/workers/store.ts'
import { capabilitiesRoute } from '../plugins/capabilities.ts'
import { health } from '../plugins/health.ts'
import { apiDocs } from '../plugins/openapi.ts'
import type { RouteDeps } from './deps.ts'
import { registerAlerts } from './attention.ts'
import { registerPeople } from './people.ts'
import { registerRuns } from './runs.ts'

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
