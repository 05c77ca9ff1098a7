import type { UsedKind } from '#shared/domains/usage/kinds.ts'
import type { Usage } from '#shared/domains/usage/contract.ts'
import { entityOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { faultOf } from '#server/lib/faults.ts'

/** What is asked about. */
export interface UsageSubject {
  id: string
  /** The app of a variable or a token, the worker of an alias or a private key. */
  owner: string
  /** The alias of a private key. */
  alias: string
}

const addresses: Record<UsedKind, (subject: UsageSubject) => string> = {
  plan: ({ id }) => apiPath`plans/${id}`,
  worker: ({ id }) => apiPath`workers/${id}`,
  alias: ({ id, owner }) => apiPath`workers/${owner}/aliases/${id}`,
  script: ({ id }) => apiPath`scripts/${id}`,
  cluster: ({ id }) => apiPath`clusters/${id}`,
  deployment: ({ id }) => apiPath`deployments/${id}`,
  variable: ({ id, owner }) => apiPath`apps/${owner}/variables/${id}`,
  token: ({ id, owner }) => apiPath`apps/${owner}/token/${id}`,
  privateKey: ({ id, owner, alias }) => apiPath`workers/${owner}/aliases/${alias}/jwt/${id}`,
}

/** What uses an entity. Throws BAD_REQUEST for a kind that has no uses. */
export async function readUsage(call: Call, kind: string, subject: UsageSubject): Promise<Wire<Usage>> {
  if (!Object.hasOwn(addresses, kind))
    throw faultOf('kind', `must be one of ${Object.keys(addresses).join(', ')}`)
  const path = `${addresses[kind as UsedKind](subject)}/usage`
  return entityOf(await call({ method: 'GET', path }))
}
