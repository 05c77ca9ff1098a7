import { builtinTypes } from '#shared/domains/tasks/words.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { entityOf, pageOf, text, wires } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The types of tasks that a filter offers: the workers' and the built-in ones, sorted (spec sections 2 and 7). */
export async function listTaskTypes(call: Call): Promise<string[]> {
  const query = { page: 1, pagesize: MAX_PAGE_SIZE }
  const { rows } = await call({ method: 'GET', path: 'workers', query }).then(pageOf)
  const types = rows.map(text('type')).filter((type) => type !== '')
  return [...new Set([...types, ...builtinTypes])].sort()
}

/** Names of the aliases that run a type of tasks. */
export async function listTaskAliases(call: Call, type: string): Promise<string[]> {
  const answer = entityOf(await call({ method: 'GET', path: apiPath`workers/bytype/${type}` }))
  return wires('aliases')(answer).map(text('name'))
}
