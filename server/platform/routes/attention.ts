import type { FastifyInstance } from 'fastify'
import { createDeliveryStore } from '../domains/alerts/delivery-store.ts'
import { createAlertPreview } from '../domains/alerts/preview.ts'
import { alertRoutes } from '../domains/alerts/routes.ts'
import { createSecretRenewal } from '../domains/alerts/secrets.ts'
import { createAlertStore } from '../domains/alerts/store.ts'
import { createAlertTester } from '../domains/alerts/tests.ts'
import { createAttentionChanges } from '../domains/attention/changes.ts'
import { attentionRoutes } from '../domains/attention/routes.ts'
import { createAttentionStore } from '../domains/attention/store.ts'
import { createFailureChanges } from '../domains/failures/changes.ts'
import { failureRoutes, type FailureRouteDeps } from '../domains/failures/routes.ts'
import { appStatsOf } from '../domains/workqueues/stats-apps.ts'
import type { RouteDeps } from './deps.ts'

/** Groups of failed tasks, and what needs attention because of them. */
export async function registerFailures(
  api: FastifyInstance,
  { db, attention, clock }: RouteDeps,
  { store, bulk }: Pick<FailureRouteDeps, 'store' | 'bulk'>,
): Promise<void> {
  const changes = createFailureChanges(db, attention.onGroupsChanged)
  await api.register(failureRoutes, { db, store, changes, bulk, clock })
  await api.register(attentionRoutes, {
    db,
    store: createAttentionStore(db, clock),
    changes: createAttentionChanges(db, changes, attention.soon),
    readAppStats: (accountId, query) => appStatsOf(db, accountId, query, clock.now()),
    clock,
  })
}

/** Alert rules, their messages and tests. */
export async function registerAlerts(api: FastifyInstance, deps: RouteDeps): Promise<void> {
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
