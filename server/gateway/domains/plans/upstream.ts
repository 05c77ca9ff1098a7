import type { Call } from '../../graphql/context.ts'
import { entityOf, pageOf, type Wire } from '../../graphql/wire.ts'
import { apiPath } from '../../upstream/path.ts'

export async function listPlans(call: Call, page: number, perPage: number) {
  return pageOf(await call({ method: 'GET', path: 'plans', query: { page, pagesize: perPage } }))
}

export async function getPlan(call: Call, id: string): Promise<Wire> {
  return entityOf(await call({ method: 'GET', path: apiPath`plans/${id}` }))
}
