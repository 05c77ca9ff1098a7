import type { z } from 'zod'
import { aliasesOfType, worker, type Worker } from '#shared/domains/workers/contract.ts'
import { builtinTypes } from '#shared/domains/tasks/constants.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { entityOf, pageOf } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The types of tasks that a filter offers: the workers' and the built-in ones, sorted (spec sections 2 and 7). */
export async function listTaskTypes(call: Call): Promise<string[]> {
  const query = { page: 1, pagesize: MAX_PAGE_SIZE }
  const { rows } = pageOf<Worker>(await call({ method: 'GET', path: 'workers', query }))
  const types = rows.map(readers(worker).text('type')).filter((type) => type !== '')
  return [...new Set([...types, ...builtinTypes])].sort()
}

const { data } = aliasesOfType.shape
type Answer = z.output<typeof data>
const aliasesIn = readers(data).entities('aliases')
const aliasName = readers(data.shape.aliases.element).text('name')

/** Names of the aliases that run a type of tasks. */
export async function listTaskAliases(call: Call, type: string): Promise<string[]> {
  const answer = entityOf<Answer>(await call({ method: 'GET', path: apiPath`workers/bytype/${type}` }))
  return aliasesIn(answer).map(aliasName)
}
