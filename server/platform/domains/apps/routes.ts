import type { FastifyInstance } from 'fastify'
import { appBody, appFilters } from '../../../../shared/domains/apps/contract.ts'
import type { Clock } from '../../../lib/clock.ts'
import { registerReads, registerWrites } from '../../plugins/generic-calls.ts'
import { appSortKeys, type AppStore } from './store.ts'

const appPatch = appBody
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** The generic calls of apps (spec section 7). */
export async function appRoutes(
  app: FastifyInstance,
  { store, clock }: { store: AppStore; clock: Clock },
): Promise<void> {
  const calls = { table: 'apps', filters: appFilters, store } as const
  registerReads(app, { ...calls, sortKeys: appSortKeys })
  registerWrites(app, { ...calls, clock, body: appBody, patch: appPatch, many: appPatch })
}
