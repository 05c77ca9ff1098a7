import { entitiesIn, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import type { BacklogRow } from '#shared/domains/tasks/contract.ts'
import type { Call } from '#server/gateway/upstream/call.ts'

/** `GET tasks/backlog`: what waits and runs of the account, by type and alias; a bare list or in `data`. */
export async function readBacklog(call: Call): Promise<Wire<BacklogRow>[]> {
  const answer: unknown = await call({ method: 'GET', path: 'tasks/backlog' })
  return entitiesIn(isWire(answer) ? answer['data'] : answer)
}
