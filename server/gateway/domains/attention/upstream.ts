import type { Attention, AttentionItem } from '#shared/domains/attention/contract.ts'
import { entityOf, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface AttentionArgs {
  appId?: string | null | undefined
  kind?: string | null | undefined
  since?: string | null | undefined
}

/** Everything of the account that needs attention, with its figures. */
export async function readAttention(call: Call, query: AttentionArgs): Promise<Wire<Attention>> {
  const answer: unknown = await call({ method: 'GET', path: 'attention', query: { ...query } })
  return isWire(answer) ? answer : {}
}

/** What people decide about an item; answers the item. */
export async function decideItem(
  call: Call,
  id: string,
  decision: 'mute' | 'unmute' | 'assign',
  body: object = {},
): Promise<Wire<AttentionItem>> {
  return entityOf(await call({ method: 'POST', path: apiPath`attention/${id}/${decision}`, body }))
}
