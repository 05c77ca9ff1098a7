import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { receipt, type Receipt } from '#shared/bulk/contract.ts'
import { bulkStartBody } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { accountCallerOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Bulk } from '#server/platform/bulk/bulk.ts'
import { startReceipt } from '#server/platform/bulk/routes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import type { PlanLookup } from '#server/platform/engine/types.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'

export interface BulkStartDeps {
  db: Kysely<Database>
  clock: Clock
  bulk: Bulk
  findPlan: PlanLookup
}

/**
 * Starts a run of a plan for each of many initial states. They are stored first, as the rows of a receipt, each with the
 * id of its run; then they start one by one, whether the caller waits or not. What a row alone would be refused for is
 * in its result.
 */
export async function bulkStartRoutes(app: FastifyInstance, deps: BulkStartDeps): Promise<void> {
  const { db, clock, bulk, findPlan } = deps
  const schema = {
    body: bulkStartBody,
    summary: 'Start a run of a plan for each of many initial states',
    answer: { body: receipt },
  }
  const config = { ...accountChange('start-workqueues', 'receipt'), feature: 'bulkStart' } as const
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/workqueues/bulk/start', { config, schema }, async (request): Promise<Receipt> => {
      const { accountId } = accountCallerOf(request)
      const { appId, plan: planId, states, requestId } = request.body
      await requireOwn(db, accountId, 'apps', appId)
      const plan = await findPlan(accountId, planId)
      if (!plan) throw notFound('plans')
      const answer = await startReceipt(bulk, accountId, authorOf(request, clock), {
        action: 'start-workqueues',
        requestId,
        selection: { by: 'plan', id: planId, name: plan.name, appId },
        rows: states.map((input, index) => ({ id: newId(clock.now()), name: `Row ${index + 1}`, input })),
      })
      if (!isOf(answer, planId, appId, states.length))
        throw faultOf('requestId', 'names an earlier request, which asked for something else', 'CONFLICT')
      return answer
    })
}

/** Whether a receipt is of these runs, and not of an earlier request with the same name. */
const isOf = ({ selection, total }: Receipt, planId: string, appId: string, count: number) =>
  selection.by === 'plan' && selection.id === planId && selection.appId === appId && total === count
