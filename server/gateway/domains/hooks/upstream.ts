import type { Hook, HookCall, HookSecret } from '#shared/domains/hooks/contract.ts'
import { mask } from '#shared/lib/mask.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

const path = (id: string, rest = '') => `${apiPath`hooks/${id}`}${rest}`

export interface HookQuery extends PageArgs {
  appId?: string | null | undefined
  planId?: string | null | undefined
}

export async function listHooks(call: Call, { page, perPage, sort, appId, planId }: HookQuery) {
  const query = {
    ...pageQuery({ page, perPage, sort: sort ?? null }),
    appId: appId ?? undefined,
    planId: planId ?? undefined,
  }
  return pageOf<Hook>(await call({ method: 'GET', path: 'hooks', query }))
}

export async function getHook(call: Call, id: string): Promise<Wire<Hook>> {
  return entityOf(await call({ method: 'GET', path: path(id) }))
}

export async function listHookCalls(call: Call, id: string, args: PageArgs) {
  const query = pageQuery({ ...args, sort: null })
  return pageOf<HookCall>(await call({ method: 'GET', path: path(id, '/calls'), query }))
}

/** A new start address and its secret, which nothing answers again. */
export interface MadeHook {
  secret: string
  hook: Wire<Hook>
}

/** The entity gets a mask in the place of its secret: caches keep entities. */
export async function createHook(call: Call, planId: string, body: object): Promise<MadeHook> {
  const made = entityOf<Hook>(await call({ method: 'POST', path: `${apiPath`plans/${planId}`}/hooks`, body }))
  const secret = String(made.secret ?? '')
  return { secret, hook: { ...made, secret: mask(secret) } }
}

export async function updateHook(call: Call, id: string, body: object): Promise<Wire<Hook>> {
  return entityOf(await call({ method: 'PUT', path: path(id), body }))
}

export async function deleteHook(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: path(id) })
}

export async function renewHookSecret(call: Call, id: string): Promise<Wire<HookSecret>> {
  return (await call({ method: 'POST', path: path(id, '/secret') })) as Wire<HookSecret>
}
