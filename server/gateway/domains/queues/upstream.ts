import { entityOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import type { AliasEvidence, QueueControl, QueueDetail } from '#shared/domains/queues/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'

export interface QueueQuery {
  type?: string | null | undefined
  alias?: string | null | undefined
  appId?: string | null | undefined
}

/** All queues that match, with their pollers and verdicts, without events. */
export async function readQueues(call: Call, query: QueueQuery): Promise<Wire<QueueDetail>[]> {
  return rowsOf<QueueDetail>(
    await call({ method: 'GET', path: 'queues', query: { ...query, pagesize: MAX_PAGE_SIZE } }),
  )
}

/** One queue, with what happened around it. */
export async function readQueue(call: Call, type: string, alias: string): Promise<Wire<QueueDetail>> {
  return entityOf(await call({ method: 'GET', path: apiPath`queues/${type}/${alias}` }))
}

/** Pauses or resumes a queue, or sets its limit; what is left out stays. */
export async function controlQueue(
  call: Call,
  { type, alias }: { type: string; alias: string },
  body: QueueControl,
): Promise<Wire<QueueDetail>> {
  return entityOf(await call({ method: 'PUT', path: apiPath`queues/${type}/${alias}`, body }))
}

/** The aliases that tasks of a type can move to, the best first. */
export async function readQueueAliases(
  call: Call,
  type: string,
  failure?: string,
): Promise<Wire<AliasEvidence>[]> {
  return rowsOf<AliasEvidence>(
    await call({ method: 'GET', path: apiPath`queues/${type}/aliases`, query: { failure } }),
  )
}
