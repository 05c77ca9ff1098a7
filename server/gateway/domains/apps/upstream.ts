import { addedOf, entityOf, pageOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import type { AppBody, AppToken, AppVariable, AppWithSecrets } from '#shared/domains/apps/contract.ts'
import type { ListedMember } from '#shared/lib/people.ts'

/** The apps of the account, all on one page. */
export async function listApps(call: Call, pagesize: number): Promise<Wire<AppWithSecrets>[]> {
  const answer = await call({ method: 'GET', path: 'apps', query: { page: 1, pagesize } })
  return pageOf<AppWithSecrets>(answer).rows
}

/** The call that answers an app with its tokens and its variables. */
export const appRead = (id: string) => ({ method: 'GET', path: appPath(id) }) as const

export async function getApp(call: Call, id: string): Promise<Wire<AppWithSecrets>> {
  return entityOf(await call(appRead(id)))
}

export async function createApp(call: Call, body: AppBody): Promise<Wire<AppWithSecrets>> {
  return entityOf(await call({ method: 'POST', path: 'apps', body }))
}

export async function updateApp(
  call: Call,
  id: string,
  body: AppBody & { version: number | undefined },
): Promise<Wire<AppWithSecrets>> {
  return entityOf(await call({ method: 'PUT', path: appPath(id), body }))
}

const appPath = (id: string) => apiPath`apps/${id}`

export async function addToken(call: Call, appId: string): Promise<Wire<AppToken>> {
  return addedOf(await call({ method: 'POST', path: apiPath`apps/${appId}/token` }), 'tokens')
}

export async function removeToken(call: Call, appId: string, tokenId: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`apps/${appId}/token/${tokenId}` })
}

export async function addVariable(call: Call, appId: string, body: { name: string; value: string }) {
  const path = apiPath`apps/${appId}/variables`
  return addedOf<AppVariable>(await call({ method: 'POST', path, body }), 'variables')
}

export async function removeVariable(call: Call, appId: string, variableId: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`apps/${appId}/variables/${variableId}` })
}

export async function listCollaborators(call: Call, appId: string): Promise<Wire<ListedMember>[]> {
  return rowsOf(await call({ method: 'GET', path: collaboratorsPath(appId) }), 'collaborators')
}

export async function removeCollaborator(call: Call, appId: string, collaboratorId: string) {
  await call({ method: 'DELETE', path: apiPath`apps/${appId}/collaborators/${collaboratorId}` })
}

export const collaboratorsPath = (appId: string) => apiPath`apps/${appId}/collaborators`
