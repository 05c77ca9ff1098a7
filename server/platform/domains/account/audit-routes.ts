import type { FastifyInstance } from 'fastify'
import { auditEntry, auditFilters } from '#shared/domains/account/audit.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { pageOf } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { auditSortKeys, type AuditFilters, type AuditSortKey, type AuditStore } from './audit-store.ts'

const config = { platformAccess: 'account' } as const

/** `GET audit`: what was done in the account, for every member of it. */
export async function auditRoutes(app: FastifyInstance, { store }: { store: AuditStore }): Promise<void> {
  const schema = {
    querystring: listQuery(auditFilters, auditSortKeys),
    summary: 'List who did what, when and from where',
    answer: { body: pageOf(auditEntry) },
  }
  app.withTypeProvider<ZodTypeProvider>().get('/audit', { config, schema }, (request) => {
    const { page, pagesize, sort, ...filters } = request.query as AuditFilters & PageRequest<AuditSortKey>
    return store.list(accountCallerOf(request).accountId, filters, { page, pagesize, sort })
  })
}
