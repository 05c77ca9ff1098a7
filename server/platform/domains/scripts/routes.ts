import type { FastifyInstance } from 'fastify'
import {
  script,
  scriptBody,
  scriptFilters,
  scriptPatch,
  scriptPatchMany,
  scriptSummary,
} from '#shared/domains/scripts/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { registerReads, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import { scriptSortKeys, type ScriptStore } from './store.ts'

/** The generic calls of scripts. */
export async function scriptRoutes(
  app: FastifyInstance,
  { store, clock }: { store: ScriptStore; clock: Clock },
): Promise<void> {
  const calls = { table: 'scripts', entity: script, filters: scriptFilters, store } as const
  registerReads(app, {
    ...calls,
    row: scriptSummary,
    sortKeys: scriptSortKeys,
    checkFilters: store.checkFilters,
  })
  registerWrites(app, { ...calls, clock, body: scriptBody, patch: scriptPatch, many: scriptPatchMany })
}
