import type { AppBody, AppWithSecrets } from '#shared/domains/apps/contract.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The apps of the account: one page that holds them all (spec section 7). */
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

export async function updateApp(call: Call, id: string, body: AppBody): Promise<Wire<AppWithSecrets>> {
  return entityOf(await call({ method: 'PUT', path: appPath(id), body }))
}

const appPath = (id: string) => apiPath`apps/${id}`
