import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import {
  alertBody,
  alertDeliveries,
  alertDelivery,
  alertDeliveryFilters,
  alertPatch,
  alertPreview,
  alertPreviewBody,
  alertRule,
  alertSecret,
  alertSecretBody,
  alertTestAnswer,
  alertTestBody,
} from '#shared/domains/alerts/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { z as zod } from 'zod'
import type { DeliveryStore } from './delivery-store.ts'
import type { PreviewAlerts } from './preview.ts'
import type { RenewSecret } from './secrets.ts'
import { alertSortKeys, type AlertStore } from './store.ts'
import type { AlertTester } from './tests.ts'

export interface AlertRouteDeps {
  db: Kysely<Database>
  store: AlertStore
  deliveries: DeliveryStore
  tester: AlertTester
  preview: PreviewAlerts
  renewSecret: RenewSecret
  clock: Clock
}

const feature = 'alerts'
const reading = { platformAccess: 'account', feature } as const
const changing = (action: string) => ({ ...accountChange(action, 'alert'), feature }) as const

/** Alert rules of an account, for its owners and members; viewers see none of them. */
export async function alertRoutes(app: FastifyInstance, deps: AlertRouteDeps): Promise<void> {
  const { db, store, deliveries, tester, preview, renewSecret, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const one = { body: alertRule }

  const list = {
    querystring: listQuery(zod.object({}), alertSortKeys),
    summary: 'List the alert rules',
    answer: { body: pageSchema(alertRule) },
  }
  api.get('/alerts', { config: reading, schema: list }, (request) =>
    store.list(accountIdOf(request), {}, request.query as PageRequest<(typeof alertSortKeys)[number]>),
  )

  const get = { params: idParams, summary: 'Get one alert rule', answer: one }
  api.get('/alerts/:id', { config: reading, schema: get }, async (request) => {
    const found = await store.find(accountIdOf(request), request.params.id)
    if (!found) throw notFound('alert_rules')
    return found
  })

  const create = { body: alertBody, summary: 'Make an alert rule', answer: { status: 201, ...one } }
  api.post('/alerts', { config: changing('create'), schema: create }, (request, reply) => {
    reply.code(201)
    return store.create(accountIdOf(request), authorOf(request, clock), request.body)
  })

  const update = { params: idParams, body: alertPatch, summary: 'Change an alert rule', answer: one }
  api.put('/alerts/:id', { config: changing('update'), schema: update }, (request) =>
    store.update(accountIdOf(request), authorOf(request, clock), request.params.id, request.body),
  )

  const remove = { params: idParams, summary: 'Delete an alert rule' }
  api.delete('/alerts/:id', { config: changing('delete'), schema: remove }, async (request, reply) => {
    await store.remove(accountIdOf(request), authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })

  const secret = {
    params: idParams,
    body: alertSecretBody,
    summary: 'Make a new secret of a webhook; the one before it signs for 24 more hours',
    answer: { body: alertSecret },
  }
  const renewing = { ...changing('renew-secret'), makesSecret: true } as const
  api.post('/alerts/:id/secret', { config: renewing, schema: secret }, (request) =>
    renewSecret(accountIdOf(request), authorOf(request, clock), request.params.id, request.body.targetId),
  )

  const test = {
    params: idParams,
    body: noFields,
    summary: 'Send a test to each address of a rule at once',
    answer: { body: alertTestAnswer },
  }
  api.post('/alerts/:id/test', { config: changing('test'), schema: test }, async (request) => {
    const accountId = accountIdOf(request)
    const sent = await tester.ofRule(accountId, request.params.id)
    const record = { action: 'test', entity: 'alert', entityId: request.params.id }
    await recordAudit(db, accountId, authorOf(request, clock), record)
    return { deliveries: sent }
  })

  const testNew = {
    body: alertTestBody,
    summary: 'Send a test to each address of a rule that is not saved',
    answer: { body: alertTestAnswer },
  }
  api.post('/alerts/test', { config: changing('test'), schema: testNew }, async (request) => {
    const accountId = accountIdOf(request)
    const { name, to, ruleId } = request.body
    const sent = await tester.ofBody(accountId, { name, to, ruleId })
    const record = { action: 'test', entity: 'alert', entityId: ruleId ?? null, detail: name }
    await recordAudit(db, accountId, authorOf(request, clock), record)
    return { deliveries: sent }
  })

  const previewed = {
    body: alertPreviewBody,
    summary: 'How often a rule would have sent in the last 7 days',
    answer: { body: alertPreview },
  }
  api.post('/alerts/preview', { config: reading, schema: previewed }, (request) =>
    preview(accountIdOf(request), request.body),
  )

  const sent = {
    querystring: listQuery(alertDeliveryFilters, ['created']),
    summary: 'List the messages to each address, newest first',
    answer: { body: alertDeliveries },
  }
  api.get('/alerts/deliveries', { config: reading, schema: sent }, (request) => {
    const { page, pagesize, sort, ...filters } = request.query as z.output<typeof alertDeliveryFilters> &
      PageRequest<'created'>
    return deliveries.list(accountIdOf(request), filters, { page, pagesize, ...(sort ? { sort } : {}) })
  })

  const again = {
    params: idParams,
    body: noFields,
    summary: 'Try a delivery again now',
    answer: { body: alertDelivery },
  }
  api.post('/alerts/deliveries/:id/retry', { config: changing('retry'), schema: again }, (request) =>
    deliveries.retry(accountIdOf(request), authorOf(request, clock), request.params.id),
  )
}
