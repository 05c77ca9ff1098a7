import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  script,
  scriptBody,
  scriptFilters,
  scriptListFilters,
  scriptPatch,
  scriptPatchMany,
  scriptSummary,
  scriptTest,
  scriptTestBody,
} from '#shared/domains/scripts/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, registerReads, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { scriptSortKeys, type ScriptStore } from './store.ts'
import type { ScriptTester } from './tests.ts'

const testing = { ...accountChange('test', 'script'), feature: 'scripts' } as const

/** The generic calls of scripts, and their test. */
export async function scriptRoutes(
  app: FastifyInstance,
  { store, test, clock }: { store: ScriptStore; test: ScriptTester; clock: Clock },
): Promise<void> {
  const calls = { table: 'scripts', entity: script, store } as const
  registerReads(app, {
    ...calls,
    row: scriptSummary,
    filters: scriptListFilters,
    sortKeys: scriptSortKeys,
    listFeature: 'listSearch',
    checkFilters: store.checkFilters,
  })
  registerWrites(app, {
    ...calls,
    clock,
    filters: scriptFilters,
    body: scriptBody,
    patch: scriptPatch,
    many: scriptPatchMany,
  })

  const schema = {
    params: idParams,
    body: scriptTestBody,
    summary: 'Run a script, or code that is not saved, and store nothing',
    answer: { body: scriptTest },
  }
  const api = app.withTypeProvider<ZodTypeProvider>()
  api.post('/scripts/:id/test', { config: testing, schema }, async (request, reply) => {
    const { accountId, user } = accountCallerOf(request)
    const found = await store.find(accountId, request.params.id)
    if (!found) throw notFound('scripts')
    const { inputs, code = found.code } = request.body
    return test(user._id, { code, inputs }, whenGone(reply))
  })
}

/** Aborted when the caller no longer waits for the answer. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('UNAVAILABLE'))
  })
  return gone.signal
}
