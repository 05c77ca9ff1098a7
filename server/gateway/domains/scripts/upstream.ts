import type { Script } from '#shared/domains/scripts/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import { searchedPageQuery, type SearchedPageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The fields that a script's page changes; its team never changes. */
export interface ScriptChange {
  name: string
  description: string
  code: string
  version?: number | undefined
}

export async function listScripts(call: Call, page: SearchedPageArgs) {
  return pageOf<Script>(
    await call({ method: 'GET', path: 'scripts', query: searchedPageQuery(page) }),
    page.perPage,
  )
}

export async function getScript(call: Call, id: string): Promise<Wire<Script>> {
  return entityOf(await call({ method: 'GET', path: scriptPath(id) }))
}

/** The type of a new script is its name. */
export async function createScript(call: Call, name: string, teamId: string): Promise<Wire<Script>> {
  return entityOf(await call({ method: 'POST', path: 'scripts', body: { name, teamId, type: name } }))
}

export async function updateScript(call: Call, id: string, body: ScriptChange): Promise<Wire<Script>> {
  return entityOf(await call({ method: 'PUT', path: scriptPath(id), body }))
}

export async function deleteScript(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: scriptPath(id) })
}

/** Runs code with inputs, as a test of a script. */
export async function testScript(
  call: Call,
  id: string,
  body: { inputs?: unknown; code: string },
): Promise<Json> {
  return call<Json>({ method: 'POST', path: apiPath`scripts/${id}/test`, body })
}

const scriptPath = (id: string) => apiPath`scripts/${id}`
